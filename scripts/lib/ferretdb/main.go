// Speaks MongoDB's wire protocol for tests: FerretDB on SQLite files, embedded.
//
//	mongo-for-tests --dir FOLDER [--listen 127.0.0.1:PORT]
//
// Prints its connection string on one line of stdout once it answers, and leaves when its stdin ends: it dies with
// whoever started it, however that ends. What it has acknowledged is still in FOLDER when it is started there again.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mongo-for-tests: ")
	dir := flag.String("dir", "", "the folder of the SQLite files; it must be there")
	listen := flag.String("listen", "127.0.0.1:0", "where to listen; port 0 takes a free one")
	flag.Parse()
	if *dir == "" {
		log.Fatal("--dir is missing")
	}
	folder, err := filepath.Abs(*dir)
	if err != nil {
		log.Fatal(err)
	}
	files := url.URL{Scheme: "file", Path: folder + "/"}
	quiet := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	db, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Handler:   "sqlite",
		SQLiteURL: files.String(),
		Logger:    quiet,
	})
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ran := make(chan error, 1)
	go func() { ran <- db.Run(ctx) }()
	behind, err := url.Parse(db.MongoDBURI())
	if err != nil {
		log.Fatal(err)
	}
	front, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	go accept(front, behind.Host)
	fmt.Printf("mongodb://%s/\n", front.Addr())

	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = front.Close()
	stop()
	if err := <-ran; err != nil {
		log.Fatal(err)
	}
}

// One change at a time: FerretDB 1.x finds a document and then changes it in two steps, so that two clients may be given
// the same one. MongoDB promises that this cannot happen, and what is tested here relies on that promise.
var turn sync.Mutex

// What needs no turn. Drivers ask for signs of life all the time and give up a server that is late with them.
var harmless = map[string]bool{"hello": true, "ismaster": true, "isMaster": true, "ping": true, "find": true, "getMore": true}

func accept(front net.Listener, behind string) {
	for {
		client, err := front.Accept()
		if err != nil {
			return
		}
		go func() {
			defer func() { _ = client.Close() }()
			server, err := net.Dial("tcp", behind)
			if err != nil {
				return
			}
			defer func() { _ = server.Close() }()
			for pass(client, server) == nil {
			}
		}()
	}
}

// pass hands one request to the server and its answer back.
func pass(client, server net.Conn) error {
	request, err := message(client)
	if err != nil {
		return err
	}
	answer, err := ask(server, request)
	if err != nil {
		return err
	}
	_, err = client.Write(answer)
	return err
}

func ask(server net.Conn, request []byte) ([]byte, error) {
	if !harmless[command(request)] {
		turn.Lock()
		defer turn.Unlock()
	}
	if _, err := server.Write(request); err != nil {
		return nil, err
	}
	return message(server)
}

// command is the name of an OP_MSG's command, which is the first name in its document; empty for anything else.
func command(request []byte) string {
	const head, flags, kind, size, valueType = 16, 4, 1, 4, 1
	const name = head + flags + kind + size + valueType
	opMsg := len(request) > name && request[12] == 0xdd && request[13] == 0x07 && request[head+flags] == 0
	if !opMsg {
		return ""
	}
	end := bytes.IndexByte(request[name:], 0)
	if end < 0 {
		return ""
	}
	return string(request[name : name+end])
}

// message reads one message of the wire protocol: its length comes first, 32 bits little-endian, and counts itself.
func message(from io.Reader) ([]byte, error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(from, head); err != nil {
		return nil, err
	}
	length := int(head[0]) | int(head[1])<<8 | int(head[2])<<16 | int(head[3])<<24
	if length < 16 || length > 64<<20 {
		return nil, fmt.Errorf("a message of %d bytes", length)
	}
	whole := make([]byte, length)
	copy(whole, head)
	_, err := io.ReadFull(from, whole[4:])
	return whole, err
}

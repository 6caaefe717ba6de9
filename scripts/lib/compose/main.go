// Docker Compose as Docker builds it, without what only an engine needs.
package main

import (
	"os"

	"github.com/docker/cli/cli-plugins/metadata"
	"github.com/docker/cli/cli-plugins/plugin"
	"github.com/docker/cli/cli/command"
	"github.com/spf13/cobra"

	"github.com/docker/compose/v5/cmd/compatibility"
	"github.com/docker/compose/v5/cmd/compose"
)

func main() {
	if plugin.RunningStandalone() {
		os.Args = append([]string{"docker"}, compatibility.Convert(os.Args[1:])...)
	}
	plugin.Run(func(cli command.Cli) *cobra.Command {
		return compose.RootCommand(cli, &compose.BackendOptions{})
	}, metadata.Metadata{SchemaVersion: "0.1.0", Vendor: "tests", Version: "tests"})
}

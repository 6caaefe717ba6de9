// Part of FerretDB's package of that name while it is built for tests (../prepare puts it there).
package sqlite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/FerretDB/FerretDB/internal/backends/sqlite/metadata"
	"github.com/FerretDB/FerretDB/internal/handler/sjson"
	"github.com/FerretDB/FerretDB/internal/types"
	"github.com/FerretDB/FerretDB/internal/util/must"
)

// pushdown has SQLite find what FerretDB would find by reading all documents of a collection, with the indices that
// FerretDB makes and does not use. FerretDB filters what is found again, so it may be too much and must not be too little:
// what is not understood here is left out. Lists are not looked into, which no document of the service has at its top level.
func pushdown(filter *types.Document) (string, []any) {
	where, args := conditions(filter)
	if len(where) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(where, " AND "), args
}

func conditions(filter *types.Document) (where []string, args []any) {
	for _, key := range filter.Keys() {
		wanted := must.NotFail(filter.Get(key))
		condition, values := "", []any(nil)
		switch {
		case key == "$and":
			for _, each := range elements(wanted) {
				if part, is := each.(*types.Document); is {
					more, itsValues := conditions(part)
					where, args = append(where, more...), append(args, itsValues...)
				}
			}
		case strings.ContainsAny(key, "$.\"'"):
		default:
			condition, values = comparison(column(key), wanted)
		}
		if condition != "" {
			where, args = append(where, condition), append(args, values...)
		}
	}
	return where, args
}

// column is written to the letter as it is in FerretDB's indices, for SQLite would not use them otherwise.
func column(key string) string {
	if key == "_id" {
		return metadata.IDColumn
	}
	return fmt.Sprintf("%s->%q", metadata.DefaultColumn, key)
}

// comparison is empty where nothing can be said.
func comparison(column string, wanted any) (string, []any) {
	switch wanted := wanted.(type) {
	case types.NullType:
		return fmt.Sprintf("(%[1]s IS NULL OR %[1]s = 'null')", column), nil
	case string, types.ObjectID:
		return column + " = ?", []any{asStored(wanted)}
	case *types.Document:
		for _, operator := range wanted.Keys() {
			value := must.NotFail(wanted.Get(operator))
			switch {
			case operator == "$in":
				return oneOf(column, elements(value))
			// What is stored is text: numbers begin with a digit or a sign, which sort after quotes and before letters.
			case slices.Contains([]string{"$lt", "$lte", "$gt", "$gte"}, operator) && isNumber(value):
				return column + " BETWEEN '+' AND 'A'", nil
			}
		}
	}
	return "", nil
}

func oneOf(column string, wanted []any) (string, []any) {
	args := make([]any, len(wanted))
	for i, each := range wanted {
		switch each.(type) {
		case string, types.ObjectID:
			args[i] = asStored(each)
		default:
			return "", nil
		}
	}
	return fmt.Sprintf("%s IN (%s)", column, strings.TrimSuffix(strings.Repeat("?,", len(args)), ",")), args
}

func elements(list any) []any {
	array, is := list.(*types.Array)
	if !is {
		return nil
	}
	all := make([]any, array.Len())
	for i := range all {
		all[i] = must.NotFail(array.Get(i))
	}
	return all
}

func isNumber(value any) bool {
	switch value.(type) {
	case int32, int64, float64:
		return true
	}
	return false
}

func asStored(value any) string {
	return string(must.NotFail(sjson.MarshalSingleValue(value)))
}

go mod edit -replace=github.com/thumbturn/thumbturn/sdks/go=../thumbturn/sdks/go

# #region archive
mkdir -p "$BACKUPS/wal"
psql -c "alter system set archive_mode = on" \
     -c "alter system set archive_timeout = '60s'" \
     -c "alter system set archive_command =
           'cmp -s %p $BACKUPS/wal/%f || (test ! -f $BACKUPS/wal/%f && cp %p $BACKUPS/wal/%f.part && sync $BACKUPS/wal/%f.part && mv $BACKUPS/wal/%f.part $BACKUPS/wal/%f)'"
pg_ctl restart --wait
# #endregion
# #region base-backup
base="$BACKUPS/base-$(date -u +%Y%m%dT%H%M%SZ)"
pg_basebackup --pgdata "$base" --checkpoint fast
pg_verifybackup "$base"
# #endregion
# #region restore
pg_ctl stop --wait
mv "$PGDATA" "$PGDATA.before"
cp -a "$(ls -d "$BACKUPS"/base-* | tail -n 1)" "$PGDATA"
cat >> "$PGDATA/postgresql.auto.conf" <<END
restore_command = 'cp $BACKUPS/wal/%f %p'
recovery_target_time = '$MOMENT'
recovery_target_action = 'promote'
END
touch "$PGDATA/recovery.signal"
pg_ctl start --wait
# #endregion

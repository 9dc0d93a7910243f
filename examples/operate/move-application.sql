SELECT isolate_tenant_to_new_shard('users', 'shop', 'CASCADE', shard_transfer_mode => 'block_writes');
SELECT citus_move_shard_placement(
  get_shard_id_for_distribution_column('users', 'shop'),
  'worker-1.internal', 5432, 'worker-4.internal', 5432, shard_transfer_mode => 'force_logical');

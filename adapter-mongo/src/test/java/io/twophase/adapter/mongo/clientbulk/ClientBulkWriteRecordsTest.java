package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.Records;
import io.twophase.test.contract.record.RecordsContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of records, on a server that tells what each write of a bulk came to. */
@ExtendWith(KnownDifferences.class)
class ClientBulkWriteRecordsTest extends RecordsContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  protected Records records() {
    return FRESH.store().records();
  }
}

package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the accounts, in a database that older releases may still use. */
@Tag("deep")
@ExtendWith(KnownDifferences.class)
class InProcessOlderAccountsTest extends AccountRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  protected AccountRepository repository() {
    FRESH.collection("transactions").insertOne(BsonDocument.parse("{_id: 'older', v: 1}"));
    return FRESH.store().accounts();
  }
}

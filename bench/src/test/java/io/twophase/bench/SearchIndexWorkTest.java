package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.domain.transaction.Labels;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An index to search by costs what docs/PERFORMANCE.md says. */
class SearchIndexWorkTest {

  private static final MongoStoreSettings PLAIN =
      MongoStoreSettings.defaults().withCollections(Ledger.ACCOUNTS, Ledger.TRANSACTIONS);
  private static final Labels INVOICE = Labels.NONE.referenced("invoice 7");

  @AutoClose private final CountedServer server = new CountedServer();

  /** A host on a new store with these indexes, which has made a transfer before. */
  private Host host(MongoStoreSettings settings) {
    MongoStore.using(server.client(), CountedServer.DATABASE, settings.withProbe(false));
    Host host = server.host(100);
    host.open(2, 1_000);
    server.ofTransfers(host, 1);
    return host;
  }

  /** How many keys some transfers leave behind; without an index to search by it is none. */
  private void assertKeys(Host host, int transfers, Labels labels, int keys) {
    assertThat(server.ofTransfers(host, transfers, labels).keys()).isEqualTo(keys);
  }

  @Test
  void theAccountIndexCostsAKeyForEachAccountOfATransaction() {
    Host host = host(PLAIN.withAccountIndex(true));

    assertKeys(host, 1, Labels.NONE, 2);
    assertKeys(host, 10, Labels.NONE, 20);
  }

  @Test
  void theReferenceIndexCostsAKeyOfEachTransactionThatHasAReference() {
    Host host = host(PLAIN.withReferenceIndex(true));

    assertKeys(host, 1, INVOICE, 1);
    assertKeys(host, 1, Labels.NONE, 0);
    assertKeys(host, 10, INVOICE, 10);
    assertKeys(host, 10, Labels.NONE, 0);
  }
}

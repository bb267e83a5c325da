package io.twophase.cli.upkeep;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.app.audit.Audit;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.event.Evidence;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import java.util.List;
import java.util.stream.Stream;

/** Two lone transfers, a refused one, and three in a batch, on a server, with evidence on. */
record Bank(MongoStore store, TwoPhase host) implements AutoCloseable {

  static final String NAME = "bank";

  static Bank of(String uri) {
    return of(uri, MongoStoreSettings.defaults());
  }

  /** The same, where a pass removes what is finished. */
  static Bank keeping(String uri, Retention retention) {
    return of(uri, MongoStoreSettings.defaults().withRetention(retention));
  }

  private static Bank of(String uri, MongoStoreSettings settings) {
    MongoStore store = MongoStore.open(uri + "/" + NAME, settings.withProbe(false));
    return new Bank(store, TwoPhase.over(store).build());
  }

  void open() {
    for (String account : List.of("A", "B")) {
      host.accounts().open(TwoPhase.account(account), TwoPhase.money("100", "USD"));
    }
    evidence().turnOn();
    transfer("t1", "1");
    transfer("t2", "2");
    transfer("t3", "1000");
    host.transfers()
        .transferAll(
            Stream.of("m1", "m2", "m3").map(id -> request(id, "2")).toList().iterator(),
            Order.AS_GIVEN,
            outcome -> {});
  }

  void transfer(String id, String amount) {
    host.transfers().transfer(request(id, amount));
  }

  private static TransferRequest request(String id, String amount) {
    return new TransferRequest(
        TwoPhase.transactionId(id),
        TwoPhase.account("A"),
        TwoPhase.account("B"),
        TwoPhase.money(amount, "USD"));
  }

  Evidence evidence() {
    return host.evidence();
  }

  Audit audit() {
    return host.audit();
  }

  /** What the tree of evidence shows; the balances that differ too are other tests' matter. */
  static List<String> findings(AuditReport report) {
    return report.findings().stream()
        .map(finding -> finding.kind().title() + " " + finding.id())
        .filter(finding -> finding.matches("(Record|Number|Tree|Head).*"))
        .toList();
  }

  @Override
  public void close() {
    host.close();
    store.close();
  }
}

package io.twophase.example;

import io.twophase.RecoveryDaemon;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** The steps of docs/TUTORIAL.md as one program: the tests compile it, run it and compare both. */
public final class TutorialHost {

  private static final ApplicationName BILLING = new ApplicationName("billing");

  private TutorialHost() {}

  /**
   * Takes the steps in memory and on an embedded store; on a server too, if one is named.
   *
   * @param args the directory of the embedded store, and the server's URI or nothing
   */
  public static void main(String[] args) {
    inMemory();
    onEmbeddedStore(Path.of(args[0]));
    if (args.length > 1) {
      onServer(args[1]);
    }
  }

  static void inMemory() {
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    try (TwoPhase twophase = twoPhase(store)) {
      System.out.println("in memory");
      useIt(twophase);
    }
  }

  static void onEmbeddedStore(Path directory) {
    try (EmbeddedServer server = EmbeddedServer.open(directory, 0)) {
      System.out.println("on an embedded store");
      onServer(server.uri() + "/bank");
    }
  }

  static void onServer(String uri) {
    try (MongoStore store = MongoStore.open(uri, MongoStoreSettings.defaults());
        TwoPhase twophase = twoPhase(store)) {
      RecoveryDaemon daemon = recoverFromNowOn(twophase);
      try (daemon) {
        useIt(twophase);
      }
    }
  }

  static TwoPhase twoPhase(Store store) {
    return TwoPhase.over(store).settings(TwoPhaseSettings.of(BILLING)).build();
  }

  private static void useIt(TwoPhase twophase) {
    openAccounts(twophase);
    System.out.println(pay(twophase, "rent-2026-11", "700.00"));
    System.out.println(pay(twophase, "rent-2026-11", "700.00"));
    System.out.println(pay(twophase, "rent-2026-12", "700.00"));
    giveBack(twophase);
    checkTheBooks(twophase);
  }

  static void openAccounts(TwoPhase twophase) {
    AccountId tenant = TwoPhase.account("tenant");
    AccountId landlord = TwoPhase.account("landlord");
    var opened = twophase.accounts().open(tenant, TwoPhase.money("1000.00", "USD"));
    System.out.println(
        opened.<String>fold(
            now -> "opened",
            before -> "was open",
            refused -> "refused: " + refused.reason().message(),
            inDoubt -> "no answer: ask again"));
    twophase.accounts().open(landlord, TwoPhase.money("0.00", "USD"));
  }

  static String pay(TwoPhase twophase, String id, String amount) {
    TransactionOutcome outcome =
        twophase
            .transfers()
            .transfer(
                new TransferRequest(
                    TwoPhase.transactionId(id),
                    TwoPhase.account("tenant"),
                    TwoPhase.account("landlord"),
                    TwoPhase.money(amount, "USD")));
    return outcome.fold(
        applied -> id + (applied.foundDecided() ? " was paid before" : " is paid"),
        refused -> id + " is refused: " + refused.reason().message(),
        unknown -> id + " is not certain: ask again under the same id",
        notAsked -> id + " was not asked: ask again, if it is still wanted");
  }

  static void giveBack(TwoPhase twophase) {
    var id = TwoPhase.transactionId("rent-2026-11");
    System.out.println(twophase.transfers().cancel(id, "moved out"));
    System.out.println(twophase.compensation().reverse(id, "moved out"));
  }

  static void checkTheBooks(TwoPhase twophase) {
    AuditReport report = twophase.audit().run();
    System.out.println(report.isClean() ? "the books balance" : "off: " + report.findings());
  }

  static RecoveryDaemon recoverFromNowOn(TwoPhase twophase) {
    return RecoveryDaemon.start(
        twophase.recovery(),
        RecoveryRequest.olderThan(Duration.ofMinutes(30)),
        Duration.ofSeconds(10),
        new RecoveryDaemon.Listener() {
          @Override
          public void recovered(Recovered recovered) {
            System.out.println("recovered: " + recovered);
          }

          @Override
          public void failed(StoreException fault) {
            System.out.println("recovery failed, and tries again: " + fault.getMessage());
          }
        });
  }
}

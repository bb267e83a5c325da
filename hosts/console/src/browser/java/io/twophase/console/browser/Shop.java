package io.twophase.console.browser;

import java.util.Optional;
import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.period;
import static io.twophase.TwoPhase.transaction;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleServer;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.testing.Planted;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.transaction.Labels;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** The console of a shop's store, in memory, in which there is something to see on each screen. */
final class Shop implements AutoCloseable {

  /** How far the store's clock is behind. */
  private Duration behind = Duration.ofHours(2);

  final InMemoryStore store = InMemoryStore.create(() -> Instant.now().minus(behind));
  final TwoPhase twophase =
      TwoPhase.over(store).settings(TwoPhaseSettings.of(new ApplicationName("shop"))).build();
  private volatile boolean isClosed;
  private ConsoleServer server;

  Shop() throws IOException {
    Planted.pending(store, "pay-7");
    behind = Duration.ZERO;
    twophase.events().turnOn();
    open("customer:ann", "120.00");
    open("customer:bob", "80.00");
    open("shop", "0.00");
    open("fees", "0.00");
    open("A", "50.00");
    open("B", "0.00");
    twophase.periods().open(period("2026-11"), "the month");
    for (int order = 1; order <= 12; order++) {
      twophase.run(
          order(order, order % 2 == 0 ? "customer:ann" : "customer:bob", "4.50")
              .labelled(new Labels(Optional.of("invoice-" + order), Map.of("channel", "web"))));
    }
    twophase.run(order(13, "customer:bob", "900.00"));
    twophase.authorizations().authorize(pay("hotel-4", "40.00"), terms(Duration.ofHours(3)));
    twophase.authorizations().authorize(pay("hotel-5", "10.00"), terms(Duration.ofMillis(1)));
    twophase.events().number();
    twophase.events().consume(new ConsumerName("mailer"), 5, events -> {});
    open("till:1", "0.00");
    open("till:2", "100000.00");
    start(0);
  }

  /** From now on something is decided all the time, more of it in one moment than in another. */
  void open() {
    Thread traffic = new Thread(this::sell, "traffic");
    traffic.setDaemon(true);
    traffic.start();
  }

  private void sell() {
    for (int sale = 0; !isClosed; sale++) {
      twophase.run(
          transaction("sale-" + sale)
              .debit(account("till:2"), money(sale % 17 == 0 ? "900000.00" : "0.01", "EUR"))
              .credit(account("till:1"), money(sale % 17 == 0 ? "900000.00" : "0.01", "EUR")));
      LockSupport.parkNanos(5_000_000 + (long) (20_000_000 * Math.pow(Math.sin(sale / 300.0), 2)));
    }
  }

  private static AuthorizationTerms terms(Duration lifetime) {
    return new AuthorizationTerms(lifetime);
  }

  private void open(String id, String balance) {
    twophase.accounts().open(account(id), money(balance, "EUR"));
  }

  private static TransactionRequest pay(String id, String amount) {
    return transaction(id)
        .debit(account("customer:ann"), money(amount, "EUR"))
        .credit(account("shop"), money(amount, "EUR"));
  }

  private static TransactionRequest order(int number, String customer, String amount) {
    return transaction("order-" + number)
        .debit(account(customer), money(amount, "EUR"))
        .credit(account("shop"), money(amount, "EUR"))
        .insert(
            document("orders", number), Map.of("status", "paid", "customer", customer, "items", 3))
        .noted("ordered in the shop");
  }

  /** Serves at a port; zero for any. */
  void start(int port) throws IOException {
    server =
        ConsoleServer.start(
            Console.over(
                twophase,
                store,
                ConsoleSettings.of(Access.local("olga")).withActions(true)),
            "127.0.0.1",
            port);
  }

  /** Ends the server, and says at which port it was. */
  int stop() {
    server.close();
    return server.uri().getPort();
  }

  /** An address of the console. */
  URI at(String path) {
    return server.uri().resolve(path);
  }

  @Override
  public void close() {
    isClosed = true;
    server.close();
    twophase.close();
  }
}

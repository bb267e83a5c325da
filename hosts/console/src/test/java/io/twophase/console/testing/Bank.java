package io.twophase.console.testing;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleSettings;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.ports.Records.SearchIndexes;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.ProcessDied;
import io.twophase.test.fault.WriteKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A store in memory with two accounts, and a console over it. */
public final class Bank implements AutoCloseable {

  /** The moment at which the clock begins. */
  public static final Instant START = Instant.parse("2026-11-01T08:00:00Z");

  public static final AccountId A = TwoPhase.account("A");
  public static final AccountId B = TwoPhase.account("B");

  public final SettableClock clock = new SettableClock(START);
  public final InMemoryStore memory = InMemoryStore.create(clock);

  /** It can be made unreadable. */
  public final FaultyStore store = FaultyStore.over(memory);

  private final List<Console> consoles = new ArrayList<>();
  private volatile Supplier<SearchIndexes> indexes = () -> SearchIndexes.NONE;
  private volatile Interceptor before = (method, asked, call) -> call.make();

  /** The store as the console sees it. */
  public final Store seen =
      Interceptor.before(
          Store.class,
          store,
          (method, asked, call) ->
              method.equals("searchIndexes") ? indexes.get() : before.around(method, asked, call));

  public final TwoPhase twophase = TwoPhase.over(seen).build();

  /** A has 100 USD, and B nothing. */
  public Bank() {
    twophase.accounts().open(A, usd("100"));
    twophase.accounts().open(B, usd("0"));
  }

  public static Money usd(String decimal) {
    return TwoPhase.money(decimal, "USD");
  }

  /** A request to move money from A to B. */
  public static TransactionRequest payment(String id, String decimal) {
    return TwoPhase.transaction(id).debit(A, usd(decimal)).credit(B, usd(decimal));
  }

  /** From now on this happens at each call of the console on the store. */
  public void before(Interceptor other) {
    before = other;
  }

  /** Waits until a latch is open, or the thread is to end. */
  public static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /** From now on the store has these indexes; before, none. */
  public void index(SearchIndexes there) {
    indexes = () -> there;
  }

  /** From now on the store does not tell which indexes it has. */
  public void hideIndexes() {
    indexes =
        () -> {
          throw new StoreException("not authorized on bank to execute command listIndexes");
        };
  }

  /** Asks a console that is read-only. */
  public Asked asked() {
    return asked(settings -> settings);
  }

  /** Asks a console of other settings. */
  public Asked asked(UnaryOperator<ConsoleSettings> change) {
    return new Asked(console(change.apply(ConsoleSettings.of(Access.local("me")))));
  }

  /** A console by the clock of the bank, which is closed with the bank. */
  public Console console(ConsoleSettings settings) {
    Console console = Console.over(twophase, seen, settings.withClock(clock));
    consoles.add(console);
    return console;
  }

  /** Moves money from A to B. */
  public void pay(String id, String decimal) {
    twophase.run(payment(id, decimal));
  }

  /** Another process, "shop", dies at its work, just after its first write of a kind. */
  public void dies(WriteKind at, TransactionRequest request) {
    dies(at, "shop", request);
  }

  /** Another process of an application dies likewise. */
  public void dies(WriteKind at, String application, TransactionRequest request) {
    FaultyStore mortal = FaultyStore.over(memory);
    mortal.faults().when(at).dies();
    try (TwoPhase shop =
        TwoPhase.over(mortal)
            .settings(TwoPhaseSettings.of(new ApplicationName(application)))
            .build()) {
      shop.run(request);
    } catch (ProcessDied asPlanned) {
      // what it has written is there
    }
  }

  @Override
  public void close() {
    consoles.forEach(Console::close);
    twophase.close();
  }
}

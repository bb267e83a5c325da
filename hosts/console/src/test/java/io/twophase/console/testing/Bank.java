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
  private Supplier<SearchIndexes> indexes = () -> SearchIndexes.NONE;
  private final Store indexed =
      Interceptor.before(
          Store.class,
          store,
          (method, asked, call) -> method.equals("searchIndexes") ? indexes.get() : call.make());

  public final TwoPhase twophase = TwoPhase.over(indexed).build();

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
    Console console =
        Console.over(
            twophase,
            indexed,
            change.apply(ConsoleSettings.of(Access.local("me")).withClock(clock)));
    consoles.add(console);
    return new Asked(console);
  }

  /** Moves money from A to B. */
  public void pay(String id, String decimal) {
    twophase.run(payment(id, decimal));
  }

  /** Another process, "shop", dies at its work, just after its first write of a kind. */
  public void dies(WriteKind at, TransactionRequest request) {
    FaultyStore mortal = FaultyStore.over(memory);
    mortal.faults().when(at).dies();
    try (TwoPhase shop =
        TwoPhase.over(mortal).settings(TwoPhaseSettings.of(new ApplicationName("shop"))).build()) {
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

package io.twophase.bench.jmh;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A new store for each iteration, since it keeps every record for ever: so the figures are those of
 * a store that grows from nothing for a second.
 */
@State(Scope.Benchmark)
public class Bank {

  private static final Currency USD = Currency.getInstance("USD");
  private static final long PLENTY = 1_000_000_000_000_000L;

  /** How many accounts the transfers are spread over; few are hot. */
  @Param({"10", "1000"})
  public int accounts;

  private final AtomicInteger tellers = new AtomicInteger();
  private List<AccountId> ids = List.of();
  private TwoPhase twoPhase;

  /** Opens the accounts. */
  @Setup(Level.Iteration)
  public void open() {
    InMemoryStore store = InMemoryStore.create(InstantSource.system());
    twoPhase = TwoPhase.over(store).build();
    List<Opening> openings = new ArrayList<>();
    for (int at = 0; at < accounts; at++) {
      openings.add(Opening.of(new AccountId("account-" + at), new Money(PLENTY, USD)).get());
    }
    ids = openings.stream().map(Opening::id).toList();
    twoPhase.accounts().open(openings);
  }

  /** Ends what the iteration began. */
  @TearDown(Level.Iteration)
  public void close() {
    twoPhase.close();
  }

  TwoPhase twoPhase() {
    return twoPhase;
  }

  /** One thread's source of transfers: of one cent, between accounts in a fixed pseudo-order. */
  @State(Scope.Thread)
  public static class Teller {

    private static final long WEYL = 0x9E37_79B9_7F4A_7C15L;

    private String prefix = "";
    private long count;
    private long mixed;

    /** Takes a prefix for its ids, which no other teller has. */
    @Setup(Level.Trial)
    public void name(Bank bank) {
      int number = bank.tellers.incrementAndGet();
      prefix = "transfer-" + number + "-";
      mixed = number;
    }

    TransferRequest next(Bank bank) {
      mixed += WEYL;
      int size = bank.ids.size();
      int from = (int) ((mixed >>> 33) % size);
      int by = 1 + (int) ((mixed & 0x7FFF_FFFF) % (size - 1));
      return new TransferRequest(
          new TransactionId(prefix + count++),
          bank.ids.get(from),
          bank.ids.get((from + by) % size),
          new Money(1, USD));
    }

    List<TransferRequest> next(Bank bank, int many) {
      List<TransferRequest> requests = new ArrayList<>(many);
      for (int at = 0; at < many; at++) {
        requests.add(next(bank));
      }
      return requests;
    }
  }
}

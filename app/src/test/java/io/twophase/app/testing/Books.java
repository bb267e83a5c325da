package io.twophase.app.testing;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.recovery.Orphan;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.hold.Account;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import java.math.BigInteger;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A test opens accounts in cents, asks for transfers between them, and looks them up. */
public final class Books {

  private static final List<String> NAMES = List.of("A", "B", "C", "D", "E");

  private Books() {}

  /** A store in memory with the accounts A, B, C and so on, which have so many cents. */
  public static InMemoryStore inMemory(long... cents) {
    return open(InMemoryStore.create(InstantSource.system()), cents);
  }

  /** The same, whose writes a test lets go wrong. */
  public static FaultyStore faulty(long... cents) {
    return FaultyStore.over(inMemory(cents));
  }

  /** Opens the accounts A, B, C and so on with so many cents. */
  public static <S extends Store> S open(S store, long... cents) {
    for (int at = 0; at < cents.length; at++) {
      store.accounts().open(List.of(Fixtures.account(NAMES.get(at)).opening(cents(cents[at]))));
    }
    return store;
  }

  /** A transfer of so many cents. */
  public static TransferRequest request(String id, String from, String to, long cents) {
    return new TransferRequest(transactionId(id), accountId(from), accountId(to), cents(cents));
  }

  /** A transfer of so many cents from A to B. */
  public static TransferRequest request(String id, long cents) {
    return request(id, "A", "B", cents);
  }

  /** The account, which must be there. */
  public static Account account(Store store, String id) {
    return new DocumentWrites(store).read(accountId(id));
  }

  /** The balance of an account, in cents. */
  public static long balance(Store store, String id) {
    return account(store, id).balance().minor();
  }

  /** The balances of all accounts in the order of their ids, in cents. */
  public static List<Long> balances(Store store) {
    return Hosts.balances(store).values().stream().map(BigInteger::longValueExact).toList();
  }

  /** The store finds this under the id of a transaction. */
  public static Lookup find(Store store, String id) {
    return store.records().findMembers(List.of(transactionId(id))).get(0);
  }

  /** The transaction, which must be there. */
  public static Transaction record(Store store, String id) {
    return find(store, id).transaction().orElseThrow();
  }

  /** The balances after all that is done of these has moved what it says. */
  public static Map<AccountId, BigInteger> replayed(
      Map<AccountId, BigInteger> before, Iterable<Transaction> records) {
    Map<AccountId, BigInteger> balances = new TreeMap<>(before);
    for (Transaction record : records) {
      if (record.state() == State.DONE) {
        for (AccountOperation operation : record.capturedOperations()) {
          BigInteger amount = BigInteger.valueOf(operation.amount().minor());
          balances.merge(
              operation.account(),
              operation.direction() == Direction.DEBIT ? amount.negate() : amount,
              BigInteger::add);
        }
      }
    }
    return balances;
  }

  /** The outcome in a word: of a refusal, its kind. */
  public static String word(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> "applied",
        refused -> refused.reason().kind(),
        unknown -> "unknown",
        notAsked -> "not asked");
  }

  /** One pass of recovery takes up whatever is unfinished, and reports this. */
  public static List<Recovered> recover(TwoPhase host) {
    return recover(host, RecoveryRequest.olderThan(Duration.ZERO));
  }

  /** One pass of recovery reports this. */
  public static List<Recovered> recover(TwoPhase host, RecoveryRequest request) {
    List<Recovered> recovered = new ArrayList<>();
    host.recovery().pass(request, recovered::add);
    return recovered;
  }

  /** A scrub reports these orphans. */
  public static List<Orphan> scrub(TwoPhase host) {
    List<Orphan> orphans = new ArrayList<>();
    host.scrub().run(orphans::add, leftAlone -> {});
    return orphans;
  }

  /** The store, of which each call of this name is made in another way. */
  public static Store at(Store store, String name, Function<Interceptor.Call, Object> other) {
    return Interceptor.before(
        Store.class,
        store,
        (method, asked, call) -> method.equals(name) ? other.apply(call) : call.make());
  }

  /** The store, of which each call of this name throws that has such an element. */
  public static Store breaking(
      Store store, String call, Predicate<Object> element, Supplier<StoreException> fault) {
    return at(
        store,
        call,
        made -> {
          if (made.asked().get(0) instanceof List<?> all && all.stream().anyMatch(element)) {
            throw fault.get();
          }
          return made.make();
        });
  }

  /** The store, in which one record is not found. */
  public static Store without(Store store, String forgotten) {
    return Interceptor.before(
        Store.class,
        store,
        (method, asked, made) -> {
          if (method.equals("scan") && asked.get(0) instanceof Optional<?>) {
            return made.with(List.of(asked.get(0), but(forgotten, asked.get(1)))).make();
          }
          Object answer = made.make();
          return answer instanceof List<?> all
              ? all.stream().map(it -> isOf(it, forgotten) ? Lookup.absent(forgotten) : it).toList()
              : answer;
        });
  }

  private static boolean isOf(Object lookup, String id) {
    return lookup instanceof Lookup found && found.id().equals(id);
  }

  @SuppressWarnings("unchecked") // a scan's consumer takes lookups
  private static Consumer<Object> but(String forgotten, Object consumer) {
    return lookup -> {
      if (!isOf(lookup, forgotten)) {
        ((Consumer<Object>) consumer).accept(lookup);
      }
    };
  }
}

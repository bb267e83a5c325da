package io.twophase.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryDocumentRepository;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.owner.Ownership;
import io.twophase.app.owner.Presence;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Opening;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The engine over the stores in memory. {@code -Dtwophase.seed} repeats one world, {@code
 * -Dtwophase.worlds} says how many there are.
 */
class RecordEngineTest {

  private static final int WORLDS = Integer.getInteger("twophase.worlds", 150);

  private interface InWorld {
    void run(Random random);
  }

  private static void eachSeed(InWorld world) {
    Long only = Long.getLong("twophase.seed");
    for (long seed = only == null ? 1 : only; seed <= (only == null ? WORLDS : only); seed++) {
      try {
        world.run(new Random(seed));
      } catch (RuntimeException | AssertionError fault) {
        throw new AssertionError("again with -Dtwophase.seed=" + seed, fault);
      }
    }
  }

  @Test
  void aTransferIsFiveCalls() {
    RecordWorld world = new RecordWorld();
    world.fill(RecordWorld.openings(new Random(1)), Map.of());
    List<String> calls = new ArrayList<>();
    Interceptor counting =
        (method, asked, call) -> {
          calls.add(method);
          return call.make();
        };

    Result result =
        world
            .runs(counting)
            .run(List.of(transferOfOne("t")), false, (id, decided) -> {})
            .answers()
            .get(new TransactionId("t"))
            .result();

    assertThat(result.kind()).isEqualTo(Result.Kind.APPLIED);
    assertThat(calls).containsExactly("insert", "place", "move", "end", "move");
  }

  private static NewTransaction transferOfOne(String id) {
    for (int seed = 1; ; seed++) {
      TransferRequest request = RecordWorld.transfer(new Random(seed), id);
      if (request.amount().minor() == 1) {
        return request.transaction().get();
      }
    }
  }

  /** The judge of the step from the old core to this one: it goes with the old core. */
  @Test
  void bothCoresAnswerTheSame() {
    eachSeed(
        random -> {
          RecordWorld world = new RecordWorld();
          InMemoryStore store = InMemoryStore.create(world.clock);
          List<Opening> openings = RecordWorld.openings(random);
          Map<DocumentRef, Fields> documents = RecordWorld.documents(random);
          world.fill(openings, documents);
          store.accounts().open(openings);
          documents.forEach(((InMemoryDocumentRepository) store.documents())::store);
          try (TwoPhase host = TwoPhase.over(store).build()) {
            boolean isComparable = true;
            for (int number = 0; number < 30 && isComparable; number++) {
              isComparable =
                  compare(world, store, host, RecordWorld.transaction(random, "t" + number));
            }
          }
          assertThat(world.isAtRest()).isTrue();
        });
  }

  private static boolean compare(
      RecordWorld world, InMemoryStore store, TwoPhase host, TransactionRequest request) {
    if (request.transaction().isLeft()) {
      return true;
    }
    TransactionOutcome old = host.run(request);
    Result result = world.run(request.transaction().get());
    NewTransaction body = request.transaction().get();
    Either<Object, Long> expected =
        old instanceof TransactionOutcome.Applied applied
            ? Either.right(applied.moved().map(Money::minor).getOrElse(asked(body)))
            : Either.left(
                ((Refusal.Canceled) ((TransactionOutcome.Refused) old).refusal()).reason());
    Either<Object, Long> found =
        result.kind() == Result.Kind.APPLIED
            ? Either.right(result.moved().isEmpty() ? asked(body) : result.moved().get(0))
            : Either.left(result.why().get());
    boolean mayNameAnother =
        found.isLeft()
            && expected.isLeft()
            && !body.documentOperations().isEmpty()
            && body.operations().size() > 1;
    // one at most asks for as much room as it moves: the old core asked for all of it
    if (body.isAtMost() && expected.isLeft()) {
      return found.isLeft();
    }
    // of several true reasons, a run names a document's before a number's
    if (!mayNameAnother) {
      assertThat(found).as(request.toString()).isEqualTo(expected);
    }
    for (int number = 0; number < RecordWorld.ACCOUNTS; number++) {
      AccountLookup.Found account =
          (AccountLookup.Found)
              store.accounts().find(List.of(RecordWorld.accountId(number))).get(0);
      assertThat(world.balance(number)).isEqualTo(account.account().balance());
    }
    for (int number = 0; number < RecordWorld.DOCUMENTS; number++) {
      DocumentRef ref = RecordWorld.documentRef(number);
      assertThat(world.document(number).map(there -> there.fields()).toString())
          .as(request + " on " + ref)
          .isEqualTo(
              store
                  .documents()
                  .find(List.of(ref))
                  .get(0)
                  .fold(
                      there -> io.vavr.control.Option.some(there.document().fields()),
                      absent -> io.vavr.control.Option.<Fields>none(),
                      unreadable -> io.vavr.control.Option.<Fields>none())
                  .toString());
    }
    return true;
  }

  private static long asked(NewTransaction body) {
    return body.accountOperations().isEmpty()
        ? 0
        : body.accountOperations().get(0).amount().minor();
  }

  @Test
  void inFileOrderItIsAsOneByOne() {
    eachSeed(
        random -> {
          RecordWorld together = new RecordWorld();
          RecordWorld oneByOne = new RecordWorld();
          List<NewTransaction> rows = sameRandomRows(random, together, oneByOne);

          RecordRuns.Ended ended = together.runs().run(rows, true, (id, decided) -> {});

          for (NewTransaction row : rows) {
            Result expected = oneByOne.run(row);
            Result found = ended.answers().get(row.id()).result();
            assertThat(found.kind()).as(row.toString()).isEqualTo(expected.kind());
            assertThat(found.moved()).as(row.toString()).isEqualTo(expected.moved());
          }
          assertSame(together, oneByOne);
        });
  }

  private static List<NewTransaction> sameRandomRows(Random random, RecordWorld... worlds) {
    List<Opening> openings = RecordWorld.openings(random);
    Map<DocumentRef, Fields> documents = RecordWorld.documents(random);
    for (RecordWorld world : worlds) {
      world.fill(openings, documents);
    }
    return rows(random);
  }

  private static List<NewTransaction> rows(Random random) {
    List<NewTransaction> rows = new ArrayList<>();
    boolean plain = random.nextBoolean();
    for (int number = 0; number < 1 + random.nextInt(20); number++) {
      String id = "r" + number;
      if (plain) {
        RecordWorld.transfer(random, id).transaction().forEach(rows::add);
      } else {
        RecordWorld.transaction(random, id).transaction().forEach(rows::add);
      }
    }
    return rows;
  }

  private static void assertSame(RecordWorld one, RecordWorld other) {
    assertThat(one.isAtRest()).isTrue();
    for (int number = 0; number < RecordWorld.ACCOUNTS; number++) {
      assertThat(one.balance(number)).isEqualTo(other.balance(number));
    }
    for (int number = 0; number < RecordWorld.DOCUMENTS; number++) {
      assertThat(one.document(number).map(there -> there.fields()))
          .isEqualTo(other.document(number).map(there -> there.fields()));
    }
  }

  @Test
  void inAnyOrderEachHappensOnceOrNever() {
    eachSeed(
        random -> {
          RecordWorld world = new RecordWorld();
          List<NewTransaction> rows = sameRandomRows(random, world);
          long[] before = balances(world);

          RecordRuns.Ended ended = world.runs().run(rows, false, (id, decided) -> {});

          ended
              .answers()
              .forEach((id, answer) -> assertThat(answer.result().isOpenEnded()).isFalse());
          assertBooks(world, before, rows);
        });
  }

  private static long[] balances(RecordWorld world) {
    long[] balances = new long[RecordWorld.ACCOUNTS];
    for (int number = 0; number < balances.length; number++) {
      balances[number] = world.balance(number);
    }
    return balances;
  }

  private static void assertBooks(RecordWorld world, long[] before, List<NewTransaction> rows) {
    assertThat(world.isAtRest()).isTrue();
    long[] expected = before.clone();
    for (NewTransaction row : rows) {
      if (world.records.findMembers(List.of(row.id())).get(0).transaction().isEmpty()) {
        continue;
      }
      Transaction recorded = world.recorded(row.id());
      assertThat(recorded.state().isFinal()).as(recorded.toString()).isTrue();
      if (recorded.state() == State.DONE) {
        List<AccountOperation> operations = recorded.body().accountOperations();
        Captured captured = recorded.progress().captured();
        for (int at = 0; at < operations.size(); at++) {
          int account = Integer.parseInt(operations.get(at).account().value().substring(1));
          expected[account] +=
              Math.multiplyExact(
                  operations.get(at).direction() == Direction.DEBIT ? -1 : 1,
                  captured.amountOf(operations.get(at)));
        }
      }
    }
    assertThat(balances(world)).isEqualTo(expected);
  }

  @Test
  void lostAnswersAndUnsentCallsLoseNothing() {
    eachSeed(
        random -> {
          RecordWorld world = new RecordWorld();
          List<NewTransaction> rows = sameRandomRows(random, world);
          long[] before = balances(world);
          int rate = 3 + random.nextInt(20);
          RecordRuns runs = world.runs(losing(random, rate));

          for (int part = 0; part < rows.size(); part += 5) {
            ask(runs, rows.subList(part, Math.min(rows.size(), part + 5)), random.nextBoolean());
          }
          world.recover();
          RecordRuns.Ended again = world.runs().run(rows, false, (id, decided) -> {});
          world.recover();

          again
              .answers()
              .forEach(
                  (id, answer) ->
                      assertThat(answer.result().kind())
                          .as(id + ": " + answer)
                          .isIn(Result.Kind.APPLIED, Result.Kind.CANCELED));
          assertBooks(world, before, rows);
        });
  }

  /** A process that cannot be named any more is no reason to lose what others have been told. */
  @Test
  void whoWasAnsweredIsAnsweredThoughTheStoreThenFails() {
    for (boolean inOrder : new boolean[] {false, true}) {
      RecordWorld world = new RecordWorld();
      DocumentRef document = RecordWorld.documentRef(0);
      world.fill(List.of(), Map.of(document, Fields.of(Map.of("n", 1))));
      List<NewTransaction> rows = new ArrayList<>();
      for (String id : List.of("t1", "t2", "t3")) {
        rows.add(
            TwoPhase.transaction(id).change(document, FieldChange.inc("n", 1)).transaction().get());
      }
      AtomicInteger named = new AtomicInteger();
      Presence once =
          () -> {
            if (named.getAndIncrement() > 0) {
              throw new StoreUnavailableException("the owner cannot be stored");
            }
            return Option.none();
          };
      Ownership ownership =
          Ownership.of(
              InMemoryStore.create(world.clock).owners(), once, () -> Duration.ZERO, pause -> {});

      RecordRuns.Ended ended =
          world
              .runs((method, asked, call) -> call.make(), ownership)
              .run(rows, inOrder, (id, decided) -> {});

      assertThat(ended.answers().values())
          .extracting(answer -> answer.result().kind())
          .containsExactly(Result.Kind.APPLIED, Result.Kind.UNKNOWN, Result.Kind.UNKNOWN);
      assertThat(ended.failure()).isNotEmpty();
    }
  }

  /** A withdrawal that was not sent is no reason to refuse what the dead hold keeps. */
  @Test
  void aDeadHoldIsClearedAgainIfItsWithdrawalFailed() {
    RecordWorld world = new RecordWorld();
    world.fill(
        List.of(
            Opening.of(RecordWorld.accountId(0), Fixtures.cents(5)).get(),
            Opening.of(RecordWorld.accountId(1), Fixtures.cents(0)).get()),
        Map.of());
    Claim dead =
        new Claim.OfRange(
            new Target.OfAccount(RecordWorld.accountId(0)),
            new Scale.Money(Fixtures.USD),
            Range.whole(5, 0),
            false);
    world.holds.place(List.of(new Placing(new RecordId("dead"), Epoch.FIRST, dead)));
    List<NewTransaction> rows = new ArrayList<>();
    for (String id : List.of("t1", "t2")) {
      rows.add(
          new TransferRequest(
                  new TransactionId(id),
                  RecordWorld.accountId(0),
                  RecordWorld.accountId(1),
                  Fixtures.cents(2))
              .transaction()
              .get());
    }
    AtomicInteger ends = new AtomicInteger();

    RecordRuns.Ended ended =
        world
            .runs(
                (method, asked, call) -> {
                  if (method.equals("end") && ends.getAndIncrement() == 0) {
                    throw new StoreUnavailableException("not sent: " + method);
                  }
                  return call.make();
                })
            .run(rows, false, (id, decided) -> {});

    assertThat(ended.answers().values())
        .extracting(answer -> answer.result().kind())
        .containsOnly(Result.Kind.APPLIED);
  }

  private static void ask(RecordRuns runs, List<NewTransaction> rows, boolean inOrder) {
    try {
      runs.run(rows, inOrder, (id, decided) -> {});
    } catch (StoreException unavailable) {
      // nothing was sent, or nobody knows: it is asked again
    }
  }

  private static Interceptor losing(Random random, int rate) {
    return (method, asked, call) ->
        switch (random.nextInt(rate)) {
          case 0 -> throw new StoreUnavailableException("not sent: " + method);
          case 1 -> {
            call.make();
            throw new StoreException("the answer is lost: " + method);
          }
          case 2 -> throw new StoreException("lost on the way: " + method);
          default -> call.make();
        };
  }
}

package io.twophase.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Opening;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.machine.Result;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The engine over any store. {@code -Dtwophase.seed} repeats one world, {@code -Dtwophase.worlds}
 * says how many there are.
 */
abstract class RunsContract {

  private final int worlds;
  private final Supplier<RecordWorld> world;
  private final Supplier<RecordWorld> besides;

  /**
   * The engine over such worlds.
   *
   * @param worlds how many worlds each test has, unless told otherwise
   * @param world makes an empty world; the one before is not used any more
   * @param besides the same, of a world that stands beside that one
   */
  RunsContract(int worlds, Supplier<RecordWorld> world, Supplier<RecordWorld> besides) {
    this.worlds = worlds;
    this.world = world;
    this.besides = besides;
  }

  final RecordWorld world() {
    return world.get();
  }

  interface InWorld {
    void run(Random random);
  }

  final void eachSeed(InWorld world) {
    int count =
        Integer.getInteger("twophase.worlds", worlds * Integer.getInteger("twophase.storms", 1));
    Long only = Long.getLong("twophase.seed");
    for (long seed = only == null ? 1 : only; seed <= (only == null ? count : only); seed++) {
      try {
        world.run(new Random(seed));
      } catch (RuntimeException | AssertionError fault) {
        throw new AssertionError(
            "again: -Dtest='%s' -Dtwophase.seed=%d"
                .formatted(getClass().getName().replaceAll(".*\\.", ""), seed),
            fault);
      }
    }
  }

  @Test
  void inFileOrderItIsAsOneByOne() {
    eachSeed(
        random -> {
          RecordWorld together = world();
          RecordWorld oneByOne = besides.get();
          List<NewTransaction> rows = sameRandomRows(random, together, oneByOne);

          Runs.Ended ended = together.runs().run(rows, true, WaitPolicy.PAUSE, decided -> {});

          for (NewTransaction row : rows) {
            Result expected = oneByOne.run(row);
            Result found = RecordWorld.answers(ended).get(row.id()).result();
            assertThat(found.kind()).as(row.toString()).isEqualTo(expected.kind());
            assertThat(found.moved()).as(row.toString()).isEqualTo(expected.moved());
          }
          assertSame(together, oneByOne);
        });
  }

  static List<NewTransaction> sameRandomRows(Random random, RecordWorld... worlds) {
    List<Opening> openings = RandomRows.openings(random);
    Map<DocumentRef, Fields> documents = RandomRows.documents(random);
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
        RandomRows.transfer(random, id).transaction().forEach(rows::add);
      } else {
        RandomRows.transaction(random, id).transaction().forEach(rows::add);
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
          RecordWorld world = world();
          List<NewTransaction> rows = sameRandomRows(random, world);
          long[] before = balances(world);

          Runs.Ended ended = world.runs().run(rows, false, WaitPolicy.PAUSE, decided -> {});

          RecordWorld.answers(ended)
              .forEach((id, answer) -> assertThat(answer.result().isOpenEnded()).isFalse());
          assertBooks(world, before, rows);
        });
  }

  static long[] balances(RecordWorld world) {
    long[] balances = new long[RecordWorld.ACCOUNTS];
    for (int number = 0; number < balances.length; number++) {
      balances[number] = world.balance(number);
    }
    return balances;
  }

  static void assertBooks(RecordWorld world, long[] before, List<NewTransaction> rows) {
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
          RecordWorld world = world();
          List<NewTransaction> rows = sameRandomRows(random, world);
          long[] before = balances(world);
          int rate = 3 + random.nextInt(20);
          Runs runs = world.runs(losing(random, rate));

          for (int part = 0; part < rows.size(); part += 5) {
            ask(runs, rows.subList(part, Math.min(rows.size(), part + 5)), random.nextBoolean());
          }
          world.recover();
          Runs.Ended again = world.runs().run(rows, false, WaitPolicy.PAUSE, decided -> {});
          world.recover();

          RecordWorld.answers(again)
              .forEach(
                  (id, answer) ->
                      assertThat(answer.result().kind())
                          .as(id + ": " + answer)
                          .isIn(Result.Kind.APPLIED, Result.Kind.CANCELED));
          assertBooks(world, before, rows);
        });
  }

  private static void ask(Runs runs, List<NewTransaction> rows, boolean inOrder) {
    try {
      runs.run(rows, inOrder, WaitPolicy.PAUSE, decided -> {});
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

  @Test
  void aStormOfThreadsLosesNothing() {
    eachSeed(random -> new RecordStorm(world(), random).run());
  }
}

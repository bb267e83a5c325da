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

  static void assertSame(RecordWorld one, RecordWorld other) {
    assertThat(one.isAtRest()).isTrue();
    for (int number = 0; number < RecordWorld.ACCOUNTS; number++) {
      assertThat(one.balance(number)).isEqualTo(other.balance(number));
    }
    for (int number = 0; number < RecordWorld.DOCUMENTS; number++) {
      assertThat(one.document(number).map(there -> there.fields()))
          .isEqualTo(other.document(number).map(there -> there.fields()));
    }
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
}

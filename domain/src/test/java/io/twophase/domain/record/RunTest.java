package io.twophase.domain.record;

import static io.twophase.domain.record.Town.account;
import static io.twophase.domain.record.Town.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Claims.Sharing;
import io.twophase.domain.record.Verdict.Run;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plain transfers are in {@link RunEqualityTest}; here is what shares their batches. */
class RunTest {

  private static final int ROUNDS = Integer.getInteger("twophase.runs", 5_000);

  /** The verdict in words, with what is said of each that is refused. */
  private static String words(Verdict verdict) {
    List<String> words = new ArrayList<>();
    verdict.refused().forEach((id, why) -> words.add(id + ": " + why.message()));
    verdict.moved().forEach((id, amounts) -> words.add(id + " moves " + amounts.get(0)));
    verdict.left().forEach(id -> words.add(id + " left"));
    verdict.unseen().forEach(id -> words.add(id + " unseen"));
    return words.isEmpty() ? "all" : String.join("; ", words);
  }

  @ParameterizedTest(name = "{0}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          what fits is applied                          | A2 B0 C0       |   | AB1 AC1          |   | all
          the same in order                             | A1 B0 C0       |   | AB1 BC1 CA1      | 1 | all
          the same with documents                       | A1 B0 a0 s2    |   | AB1!a+s          | 1 | all
          a document refuses whatever else is busy      | A2 B0 a0       | B | AB1^a AB1        |   | m1: there is no document things "a"; m2 left
          a busy document leaves out, and nothing else  | A2 B0 a0 b0    | a | AB1!a AB1!b      |   | m1 left
          one equal check serves every member           | A2 B0 a0       |   | AB1?a AB1?a      |   | all
          or refuses every one                          | A2 B0 a1       |   | AB1?a AB1?a      |   | m1: there is no document things "a"; m2: there is no document things "a"
          beyond the stock, with what is left of it     | A9 B0 s1       |   | AB1+s AB1+s      |   | m2: document things "s": expected that 1 can be taken from n, found 0
          refused by its last target, nothing is undone | A1 B0 s0 t1    |   | AB1+s AB1+t      | 1 | m1: document things "s": expected that 1 can be taken from n, found 0
          behind one left out in order                  | A2 B0 C2 D0 a0 | a | AB1!a CD1?a CD1  | 1 | m1 left; m2 left; m3 left
          but not beside it                             | A2 B0 C2 D0 a0 | a | AB1!a CD1        | 1 | m1 left
          the unseen, and nobody refused behind them    | A0 B1 C0 D0    | C | -BA1 AD1 BC1     |   | m1 left; m2 left; m3 left; m1 unseen
          the same in order                             | A0 B1 C0 D0    | C | -BD1 BD1         | 1 | m1 left; m2 left; m1 unseen
          one left out would bring enough               | A1 B2 C0       | B | BA1 AC2          |   | m1 left; m2 left
          or would not                                  | A1 B2 C0       | B | BA1 AC3          |   | m2: account A has 0.01 USD available, 0.03 USD asked; m1 left
          one left out would take enough                | A4 B7 C0       | C | BC1 AB3          |   | m1 left; m2 left
          or would not                                  | A4 B7 C0       | C | BC1 AB4          |   | m2: account B can receive 0.02 USD, 0.04 USD asked; m1 left
          all there is of one at most                   | A2 B0 C0       |   | AB1 AC3~         |   | m2 moves 1
          in full, if that is there                     | A3 B0          |   | AB3~             |   | all
          an earlier credit is spent                    | A0 B2 C0       |   | BA1 AC3~         | 1 | m2 moves 1
          an earlier debit too                          | A1 B0 C0       |   | AB1 AC3~         | 1 | m2: account A has nothing available, at most 0.03 USD asked
          there is nothing                              | A0 B0          |   | AB3~             |   | m1: account A has nothing available, at most 0.03 USD asked
          no less for what one left out would bring     | A1 B2 C0       | B | BA1 AC3~         |   | m1 left; m2 left
          nor refused for it                            | A0 B2 C0       | B | BA1 AC3~         |   | m1 left; m2 left
          nor for what an unseen one would              | A1 B0 C0       |   | -BA1 AC3~        |   | m1 left; m2 left; m1 unseen
          room is asked only for what moves             | A2 B7          |   | AB3~             |   | m1 moves 2
          and there is none for more                    | A3 B7          |   | AB3~             |   | m1: account B can receive 0.02 USD, 0.03 USD asked
          """)
  void comesTo(
      String rule, String there, String held, String members, String order, String verdict) {
    Town town = Town.of(there, held == null ? "" : held);
    assertThat(words(town.run(members, order != null))).isEqualTo(verdict);
  }

  @Test
  void namesAnExcludedMemberAsUnseenAndElseNotAtAll() {
    List<Member> members = Town.members("AB1 AB1");
    Map<Target, Either<CancelReason, Range>> answers =
        new Town(1, 0).answers(members.subList(1, 2));

    Verdict verdict =
        Run.of(List.of(id(0), id(1)), Map.of(id(1), members.get(1)), Set.of(id(0)), true, answers);

    assertThat(verdict.unseen()).containsExactly(id(0));
    assertThat(verdict.left()).isEmpty();
    assertThat(verdict.refused()).isEmpty();
  }

  @Test
  void movesAllThereIsOfOneAtMost() {
    Verdict verdict = new Town(2, 0, 0).run("AB1 AC3~", false);

    assertThat(verdict.moved()).containsEntry(id(1), List.of(1L, 1L));
    assertThat(
            verdict
                .of(id(1))
                .captured(Town.body(id(1), "AC3~"))
                .amountOf(Town.body(id(1), "AC3~").accountOperations().get(0)))
        .isEqualTo(1);
    assertThat(new Town(3, 0).run("AB3~", false)).isEqualTo(Verdict.ALL_APPLIED);
  }

  @Test
  void movesNoLessThanItAsksForUnlessAllIsHeld() {
    List<Member> members = Town.members("AB3~");
    Map<Target, Either<CancelReason, Range>> answers = new Town(9, 0).answers(members);
    answers.put(account("A"), Either.right(new Range(2, 0, Optional.of(5L), Optional.empty())));

    Verdict verdict =
        Run.of(List.of(id(0)), Map.of(id(0), members.get(0)), Set.of(), false, answers);

    assertThat(verdict.left()).as("5 were there, and 2 are held").containsExactly(id(0));
  }

  /** A worker whose targets hold all that its members claim runs nothing. */
  @Test
  void appliesAllInFullIfAllIsHeldInFull() {
    Random random = Seed.random("RunTest");
    int inFull = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Town town = town(random);
      List<Member> members = sharing(Town.members(words(random)));
      Map<Target, Either<CancelReason, Range>> answers = town.answers(members);
      if (answers.values().stream().allMatch(held -> held.isRight() && held.get().isWhole())) {
        inFull++;
        assertThat(town.run(members, random.nextBoolean())).isEqualTo(Verdict.ALL_APPLIED);
        Map<Target, Long> nets = Claims.nets(members, Verdict.ALL_APPLIED);
        answers.forEach(
            (target, held) ->
                assertThat(held.get().credit() - held.get().debit())
                    .isEqualTo(nets.getOrDefault(target, 0L)));
      }
    }
    assertThat(inFull).isGreaterThan(ROUNDS / 20);
  }

  @Test
  void ofTheSameBatchWithoutOrderStaysWithinTheRangesAtEveryMember() {
    Random random = Seed.random("RunTest");
    for (int round = 0; round < ROUNDS; round++) {
      Town town = town(random);
      List<Member> members = sharing(Town.members(words(random)));
      Verdict verdict = town.run(members, random.nextBoolean());
      Map<Target, Either<CancelReason, Range>> answers = town.answers(members);
      List<Member> soFar = new ArrayList<>();
      for (Member member : members) {
        if (verdict.applies(member.id())) {
          soFar.add(member);
          Claims.nets(soFar, verdict)
              .forEach((target, net) -> assertThat(answers.get(target).get().allows(net)).isTrue());
        }
      }
    }
  }

  @Test
  void inOrderComesToWhatOneMemberAfterTheOtherComesTo() {
    Random random = Seed.random("RunTest");
    for (int round = 0; round < ROUNDS; round++) {
      assertInOrder(town(random), words(random));
    }
  }

  @Test
  void inOrderDoesSoAtTheEndsOfInt64() {
    Random random = Seed.random("RunTest");
    for (int round = 0; round < ROUNDS / 4; round++) {
      Town town =
          new Town(near(random, 0, 5), near(random, 0, 9), near(random, 0, 5))
              .ceiling(Long.MAX_VALUE);
      List<String> words = new ArrayList<>();
      for (int at = random.nextInt(6); at >= 0; at--) {
        words.add(accounts(random) + near(random, 1, 9) + (random.nextInt(3) == 0 ? "~" : ""));
      }
      assertInOrder(town, String.join(" ", words));
    }
  }

  /** A few ninths of what int64 has, or a little more. */
  private static long near(Random random, int least, int most) {
    long ninths = (long) least + random.nextInt(most - least + 1);
    return Math.max(1, ninths * (Long.MAX_VALUE / 9) + random.nextInt(8));
  }

  private static void assertInOrder(Town town, String words) {
    Town batches = town.copy();
    Town single = town.copy();
    List<Member> members = Town.members(words);

    Map<TransactionId, Long> moved = batchAfterBatch(batches, members);

    assertThat(moved).as("%s in %s", words, town).isEqualTo(single.oneByOne(members));
    assertThat(batches.values()).as("%s in %s", words, town).isEqualTo(single.values());
  }

  /** As many as share a record; what was left out is in the next, until nothing is. */
  private static Map<TransactionId, Long> batchAfterBatch(Town town, List<Member> members) {
    Map<TransactionId, Long> moved = new HashMap<>();
    List<Member> open = members;
    while (!open.isEmpty()) {
      List<Member> batch = sharing(open);
      Verdict verdict = town.run(batch, true);
      town.settle(batch, verdict);
      for (Member member : batch) {
        if (verdict.applies(member.id())) {
          List<Long> amounts = verdict.of(member.id()).moved();
          moved.put(
              member.id(), amounts.isEmpty() ? member.touches().get(1).delta() : amounts.get(0));
        }
      }
      assertThat(verdict.left().size()).as("%s in %s", open, town).isLessThan(batch.size());
      List<Member> decided =
          batch.stream().filter(member -> !verdict.left().contains(member.id())).toList();
      open = open.stream().filter(member -> !decided.contains(member)).toList();
    }
    return moved;
  }

  private static List<Member> sharing(List<Member> members) {
    Sharing sharing = new Sharing(CollectionName.of("accounts"), true);
    return members.stream().takeWhile(sharing::takes).toList();
  }

  private static Town town(Random random) {
    return new Town(random.nextInt(6), random.nextInt(6), random.nextInt(6) - 1)
        .has("a", random.nextInt(2))
        .has("b", random.nextInt(2))
        .has("s", random.nextInt(3));
  }

  private static String accounts(Random random) {
    int from = random.nextInt(3);
    int to = (from + 1 + random.nextInt(2)) % 3;
    return "" + (char) ('A' + from) + (char) ('A' + to);
  }

  private static String words(Random random) {
    String[] more = {"", "", "~", "~", "?a", "!a", "^b", "+s", "?a+s", "?b", "!a^b"};
    List<String> words = new ArrayList<>();
    for (int at = random.nextInt(6); at >= 0; at--) {
      words.add(accounts(random) + (1 + random.nextInt(4)) + more[random.nextInt(more.length)]);
    }
    return String.join(" ", words);
  }
}

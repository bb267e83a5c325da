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
import org.junit.jupiter.params.provider.CsvFileSource;

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
  @CsvFileSource(resources = "runs.csv", delimiter = '|')
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

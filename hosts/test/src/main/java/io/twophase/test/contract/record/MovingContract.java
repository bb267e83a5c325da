package io.twophase.test.contract.record;

import static io.twophase.domain.record.Verdict.ALL_APPLIED;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records;
import io.twophase.test.equality.record.Effects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link Records#move}, one transition at a time: each kind from each state. */
public abstract class MovingContract extends RecordContract {

  private static final ApproverName ANN = new ApproverName("ann");
  private static final ApproverName BOB = new ApproverName("bob $o'neil");

  /** A transaction alone that may come to every state. */
  private static final NewRecord AUTHORIZATION =
      NewRecord.alone(
          transfer("t1", "A", "B", cents(7))
              .authorizedUnder(
                  new AuthorizationTerms(
                      WEEK, Optional.of(new ApprovalRule(2, List.of(ANN, BOB))))),
          OWNER);

  /** A record as it was begun, the way that it has come, and what is tried then. */
  record Course(NewRecord begun, List<Transition> way, List<Transition> next) {

    /** The record once it has come that way. */
    TransactionRecord reached() {
      TransactionRecord reached = begun.stored(Instant.EPOCH);
      for (Transition step : way) {
        reached = reached.after(step, Instant.EPOCH);
      }
      return reached;
    }

    /** One course of all that must not match, and one of each transition that must. */
    Stream<Course> parts() {
      TransactionRecord reached = reached();
      List<Transition> matching = next.stream().filter(each -> each.finds(reached)).toList();
      List<Transition> others = next.stream().filter(each -> !each.finds(reached)).toList();
      return Stream.concat(
          Stream.of(new Course(begun, way, others)),
          matching.stream().map(each -> new Course(begun, way, List.of(each))));
    }

    @Override
    public String toString() {
      return begun.id() + " after " + names(way) + ": " + names(next);
    }

    private static String names(List<Transition> transitions) {
      return transitions.stream()
          .map(each -> each.kind() + " " + each.from() + "-" + each.to())
          .toList()
          .toString();
    }
  }

  /** Ways to each state, each with one that a careless guard would take for another. */
  private static List<List<Transition>> waysOfFour() {
    Transition take = Transition.acquire(BATCH, Epoch.FIRST, RIVAL);
    return List.of(
        List.of(),
        List.of(exclude("m2")),
        List.of(exclude("m2"), exclude("m1")),
        List.of(take),
        List.of(exclude("m2"), decide()),
        List.of(exclude("m2"), decide(), finish(BATCH)),
        List.of(exclude("m2"), decide(), finish(BATCH), forgetDone()),
        List.of(exclude("m2"), decideNone()),
        List.of(exclude("m2"), decideNone(), finishCancel(BATCH)),
        List.of(
            exclude("m1"),
            exclude("m2"),
            exclude("m3"),
            exclude("m4"),
            decideExcluded(),
            finishCancel(BATCH)),
        List.of(cancel(four(), ON_REQUEST)),
        List.of(exclude("m2"), cancel(four(), ON_REQUEST), finishCancel(BATCH)));
  }

  private static Transition forgetDone() {
    return Transition.forget(BATCH, State.DONE);
  }

  /** m1 is left out, m2 was excluded, m3 refused, and m4 left out unseen. */
  private static Transition decideNone() {
    return Transition.decide(
        BATCH,
        four().memberIds(),
        Epoch.FIRST,
        Map.of(transactionId("m2"), ON_REQUEST),
        Copies.with(verdict(), "left", new LinkedHashSet<>(ids("m1", "m4"))));
  }

  /** Every member was excluded, so the run has nothing to refuse or to apply. */
  private static Transition decideExcluded() {
    List<TransactionId> members = four().memberIds();
    return Transition.decide(
        BATCH,
        members,
        Epoch.FIRST,
        members.stream().collect(Collectors.toMap(member -> member, member -> ON_REQUEST)),
        ALL_APPLIED);
  }

  private static List<Transition> everyOfFour() {
    List<Transition> every = new ArrayList<>();
    for (long epoch = 1; epoch <= 2; epoch++) {
      every.add(Transition.acquire(BATCH, at(epoch), OWNER));
      every.add(Transition.decide(BATCH, four().memberIds(), at(epoch), Map.of(), ALL_APPLIED));
    }
    every.addAll(
        List.of(
            Transition.acquire(BATCH, Epoch.NONE, OWNER),
            Transition.authorize(BATCH, Epoch.FIRST),
            exclude("m1"),
            exclude("m2"),
            exclude("nobody"),
            decide(),
            decideNone(),
            cancel(four(), ON_REQUEST),
            finish(BATCH),
            finishCancel(BATCH),
            forgetDone(),
            Transition.forget(BATCH, State.CANCELED)));
    return every;
  }

  private static Transition claim() {
    return Transition.acquire(id("t1"), Epoch.NONE, OWNER);
  }

  private static Transition authorize() {
    return Transition.authorize(id("t1"), Epoch.FIRST);
  }

  private static Transition approve(ApproverName name) {
    return Transition.approve(id("t1"), Epoch.FIRST, name);
  }

  private static Transition capture(int approvals, Long... moved) {
    return Transition.capture(transactionId("t1"), Epoch.FIRST, List.of(moved), approvals, RIVAL);
  }

  private static Transition voided() {
    return Transition.cancel(
        AUTHORIZATION.stored(Instant.EPOCH).after(authorize(), Instant.EPOCH),
        new CancelReason.Expired(Instant.EPOCH),
        RIVAL,
        List.of());
  }

  private static Transition refused() {
    return Transition.decide(
        id("t1"),
        ids("t1"),
        Epoch.FIRST,
        Map.of(),
        new Verdict(Map.of(transactionId("t1"), REFUSAL), Set.of(), Set.of(), Map.of()));
  }

  private static List<List<Transition>> waysOfOne() {
    return List.of(
        List.of(),
        List.of(Transition.acquire(id("t1"), Epoch.FIRST, RIVAL)),
        List.of(authorize()),
        List.of(authorize(), approve(BOB)),
        List.of(authorize(), approve(BOB), approve(ANN), capture(2, 3L, 3L)),
        List.of(authorize(), capture(0), finish(id("t1"))),
        List.of(authorize(), approve(ANN), voided()),
        List.of(authorize(), voided(), finishCancel(id("t1"))),
        List.of(refused()),
        List.of(decideAlone("t1")),
        List.of(cancel(AUTHORIZATION, ON_REQUEST), finishCancel(id("t1"))));
  }

  private static List<Transition> everyOfOne() {
    return List.of(
        claim(),
        Transition.acquire(id("t1"), Epoch.FIRST, RIVAL),
        authorize(),
        Transition.authorize(id("t1"), at(2)),
        approve(ANN),
        approve(BOB),
        capture(0),
        capture(1, 3L, 3L),
        capture(2),
        refused(),
        voided(),
        decideAlone("t1"),
        cancel(AUTHORIZATION, ON_REQUEST),
        Transition.cancel(
            NewRecord.submitted(body("t1")).stored(Instant.EPOCH), ON_REQUEST, OWNER, List.of()),
        finish(id("t1")),
        finishCancel(id("t1")));
  }

  static Stream<Course> eachAfterEach() {
    NewRecord submitted = NewRecord.submitted(body("t1"));
    return Stream.of(
            courses(four(), waysOfFour(), everyOfFour()),
            courses(AUTHORIZATION, waysOfOne(), everyOfOne()),
            courses(
                submitted,
                List.of(
                    List.of(),
                    List.of(claim()),
                    List.of(claim(), decideAlone("t1")),
                    List.of(cancel(submitted, ON_REQUEST))),
                everyOfOne()))
        .flatMap(courses -> courses);
  }

  private static Stream<Course> courses(
      NewRecord begun, List<List<Transition>> ways, List<Transition> every) {
    return ways.stream().flatMap(way -> new Course(begun, way, every).parts());
  }

  @ParameterizedTest
  @MethodSource("eachAfterEach")
  void aTransitionIsMatchedWhereTheDomainSaysAndLeavesWhatItSays(Course course) {
    begin(course.begun());
    move(course.way().toArray(Transition[]::new));

    for (Transition next : course.next()) {
      TransactionRecord before = withoutTimes(record(course.begun().id()));
      Optional<TransactionRecord> expected = next.apply(before, Instant.EPOCH);

      assertThat(moved(next)).as("%s", next).isEqualTo(outcome(expected.isPresent()));
      assertThat(withoutTimes(record(course.begun().id()))).isEqualTo(expected.orElse(before));
    }
  }

  /**
   * A store may know how many elements of a call matched, and not which. Then it may answer matched
   * only of an element whose effect a read shows.
   */
  @ParameterizedTest
  @MethodSource("eachAfterEach")
  void amongOthersOfACallATransitionHasTheAnswerThatItHasAlone(Course course) {
    begin(course.begun(), several(OTHER, "m5"));
    move(course.way().toArray(Transition[]::new));

    for (Transition next : course.next()) {
      TransactionRecord before = record(course.begun().id());
      boolean matches = next.finds(before);
      Epoch expected = matches ? Epoch.NONE : record(OTHER).epoch();

      List<MatchOutcome> outcomes =
          records().move(List.of(next, Transition.acquire(OTHER, expected, RIVAL)));

      if (matches || !Effects.isShown(next, before)) {
        assertThat(outcomes).as("%s", next).containsExactly(outcome(matches), outcome(!matches));
      }
    }
  }

  private static MatchOutcome outcome(boolean matches) {
    return matches ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  @Test
  void aTombstoneAndWhatIsNotThereIsMovedByNothingButAForget() {
    begin(NewRecord.tombstone(id("t1")), several(OTHER, "m1"));
    List<Transition> every = new ArrayList<>(everyOfFour());
    every.addAll(everyOfOne());

    for (Transition transition : every) {
      assertThat(moved(transition)).as("%s", transition).isEqualTo(MatchOutcome.NOT_MATCHED);
    }
    assertThat(read(BATCH)).isEmpty();
    begin(NewRecord.tombstone(BATCH));
    for (Transition transition : every) {
      boolean isForget = transition.equals(Transition.forget(BATCH, State.CANCELED));
      assertThat(moved(transition)).as("%s", transition).isEqualTo(outcome(isForget));
    }
  }

  @Test
  void noTransitionMatchesAMember() {
    begin(several(BATCH, "t1"));

    for (Transition transition : everyOfOne()) {
      assertThat(moved(transition)).as("%s", transition).isEqualTo(MatchOutcome.NOT_MATCHED);
    }
    assertThat(document("t1")).contains(document(BATCH, "t1"));
  }
}

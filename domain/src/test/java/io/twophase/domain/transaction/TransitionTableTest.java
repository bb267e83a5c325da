package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.testing.Fixtures;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A transition")
class TransitionTableTest {

  private static final NewTransaction BODY = transfer("t", "A", "B", usd("5"));
  private static final Instant LATER = Fixtures.NOW.plusSeconds(60);
  private static final ApplicationName MINE = application("App2");
  private static final Token ME = token("me");
  private static final CancelReason WHY = new CancelReason.Requested("why");

  /** Every kind of transition; those that name an epoch must find 3. */
  enum Kind {
    CLAIM,
    TAKE_OVER,
    DECIDE,
    FINISH,
    BEGIN_CANCEL,
    CANCEL_UNCLAIMED,
    FINISH_CANCEL;

    Transition transition() {
      return switch (this) {
        case CLAIM -> new Transition.Claim(BODY.id(), MINE, ME);
        case TAKE_OVER -> new Transition.TakeOver(BODY.id(), epoch(3), MINE, ME);
        case DECIDE -> new Transition.Decide(BODY.id(), epoch(3));
        case FINISH -> new Transition.Finish(BODY.id());
        case BEGIN_CANCEL -> new Transition.BeginCancel(BODY.id(), epoch(3), WHY, ME);
        case CANCEL_UNCLAIMED -> new Transition.CancelUnclaimed(BODY.id(), WHY, ME);
        case FINISH_CANCEL -> new Transition.FinishCancel(BODY.id());
      };
    }
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("finds its state and epoch, or changes nothing")
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
# from     at 3 | CLAIM     | TAKE_OVER | DECIDE    | FINISH | BEGIN_CANCEL | CANCEL_UNCLAIMED | FINISH_CANCEL
INITIAL       3 | PENDING@1 | -         | -         | -      | -            | CANCELED@3       | -
PENDING       3 | -         | PENDING@4 | APPLIED@3 | -      | CANCELING@3  | -                | -
APPLIED       3 | -         | -         | -         | DONE@3 | -            | -                | -
DONE          3 | -         | -         | -         | -      | -            | -                | -
CANCELING     3 | -         | -         | -         | -      | -            | -                | CANCELED@3
CANCELED      3 | -         | -         | -         | -      | -            | -                | -
# an older or a newer epoch than the one named; what names none does not ask
INITIAL       0 | PENDING@1 | -         | -         | -      | -            | CANCELED@0       | -
PENDING       2 | -         | -         | -         | -      | -            | -                | -
PENDING       4 | -         | -         | -         | -      | -            | -                | -
APPLIED       2 | -         | -         | -         | DONE@2 | -            | -                | -
APPLIED       4 | -         | -         | -         | DONE@4 | -            | -                | -
DONE          2 | -         | -         | -         | -      | -            | -                | -
DONE          4 | -         | -         | -         | -      | -            | -                | -
CANCELING     2 | -         | -         | -         | -      | -            | -                | CANCELED@2
CANCELING     4 | -         | -         | -         | -      | -            | -                | CANCELED@4
CANCELED      2 | -         | -         | -         | -      | -            | -                | -
CANCELED      4 | -         | -         | -         | -      | -            | -                | -
""")
  void everyStateAndEveryKind(
      String found,
      String claim,
      String takeOver,
      String decide,
      String finish,
      String beginCancel,
      String cancelUnclaimed,
      String finishCancel) {
    Transaction record = record(found);
    List<String> expected =
        Arrays.asList(claim, takeOver, decide, finish, beginCancel, cancelUnclaimed, finishCancel);
    for (Kind kind : Kind.values()) {
      Transition transition = kind.transition();
      String outcome = expected.get(List.of(Kind.values()).indexOf(kind));
      if (outcome.equals("-")) {
        assertThat(refused(transition.apply(record, LATER)))
            .as("%s", kind)
            .isEqualTo(new Transition.NotApplicable(transition, record.state(), record.epoch()));
      } else {
        Transaction changed = accepted(transition.apply(record, LATER));
        assertThat(changed.state() + "@" + changed.epoch()).as("%s", kind).isEqualTo(outcome);
        assertThat(transition.to()).isEqualTo(changed.state());
        assertThat(transition.from()).isEqualTo(record.state());
      }
    }
  }

  @ParameterizedTest
  @DisplayName("leaves a body and a beginning as they were, and adds one step of history")
  @EnumSource
  void whatEveryKindLeaves(Kind kind) {
    Transition transition = kind.transition();
    Transaction before = record(transition.from() + " 3");
    Transaction after = accepted(transition.apply(before, LATER));
    assertThat(after.body()).isEqualTo(before.body());
    assertThat(after.createdAt()).isEqualTo(before.createdAt());
    assertThat(after.lastModified()).isEqualTo(LATER);
    assertThat(after.history())
        .hasSize(2)
        .endsWith(new HistoryEntry(after.state(), after.epoch(), after.application(), LATER));
    assertThat(transition.transaction()).isEqualTo(transactionId("t"));
  }

  @ParameterizedTest(name = "{0}: application {1}, token {2}, {3}")
  @DisplayName("leaves the owner and the reason that belong to it")
  @CsvSource({
    "CLAIM,            App2, me,    no reason",
    "TAKE_OVER,        App2, me,    no reason",
    "DECIDE,           App1, owner, no reason",
    "FINISH,           App1, owner, no reason",
    "BEGIN_CANCEL,     App1, me,    its own reason",
    "CANCEL_UNCLAIMED, App1, me,    its own reason",
    "FINISH_CANCEL,    App1, owner, the reason found",
  })
  void ownerAndReason(Kind kind, String application, String token, String reason) {
    Transition transition = kind.transition();
    Transaction after = accepted(transition.apply(record(transition.from() + " 3"), LATER));
    assertThat(after).isOwnedBy(token(token));
    assertThat(after.application()).containsExactly(application(application));
    assertThat(after.reason())
        .isEqualTo(
            switch (reason) {
              case "no reason" -> Option.none();
              case "its own reason" -> Option.some(WHY);
              default -> Option.some(Fixtures.ON_REQUEST);
            });
  }

  @ParameterizedTest
  @DisplayName("names the process that works on it from then on")
  @EnumSource
  void processAtWork(Kind kind) {
    Option<OwnerId> before = Option.some(new OwnerId("before"));
    Option<OwnerId> me = Option.some(new OwnerId("me"));
    Transition transition =
        switch (kind) {
          case CLAIM -> new Transition.Claim(BODY.id(), MINE, me, ME);
          case TAKE_OVER -> new Transition.TakeOver(BODY.id(), epoch(1), MINE, me, ME);
          case BEGIN_CANCEL -> new Transition.BeginCancel(BODY.id(), epoch(1), WHY, me, ME);
          case DECIDE -> new Transition.Decide(BODY.id(), epoch(1));
          case FINISH, CANCEL_UNCLAIMED, FINISH_CANCEL -> kind.transition();
        };
    Transaction begun = Transaction.begun(BODY, application("App1"), before, ME, Fixtures.NOW);
    Transaction found =
        kind == Kind.FINISH_CANCEL
            ? new Transition.BeginCancel(BODY.id(), epoch(1), WHY, before, ME).change(begun, LATER)
            : begun;
    Option<OwnerId> after = transition.change(found, LATER).owner();
    switch (kind) {
      case CLAIM, TAKE_OVER, BEGIN_CANCEL -> assertThat(after).isEqualTo(me);
      case DECIDE, FINISH, FINISH_CANCEL -> assertThat(after).isEqualTo(before);
      case CANCEL_UNCLAIMED -> assertThat(after).isEmpty();
    }
  }

  private static Transaction record(String found) {
    List<String> words = List.of(found.split(" +", 2));
    return recordOf(BODY).at(Long.parseLong(words.get(1))).in(State.valueOf(words.get(0))).build();
  }
}

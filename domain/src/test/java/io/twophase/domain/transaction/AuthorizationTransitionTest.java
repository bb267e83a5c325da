package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.id.OwnerId;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A transition of an authorization")
class AuthorizationTransitionTest {

  private static final ApproverName ANN = new ApproverName("Ann");
  private static final ApproverName BOB = new ApproverName("Bob");
  private static final NewTransaction BODY =
      transfer("t", "A", "B", usd("5"))
          .authorizedUnder(
              new AuthorizationTerms(
                  Duration.ofDays(7), Option.some(new ApprovalRule(1, List.of(ANN, BOB)))));
  private static final Instant LATER = NOW.plusSeconds(60);
  private static final CancelReason WHY = new CancelReason.Requested("why");
  private static final Option<OwnerId> ME = Option.some(new OwnerId("me"));
  private static final Captured THREE =
      accepted(new CaptureRequest.OfEach(usd("3")).of(BODY.accountOperations()));

  /** Each must find epoch 3. */
  enum Kind {
    AUTHORIZE,
    APPROVE,
    CAPTURE,
    VOID;

    Transition transition() {
      return switch (this) {
        case AUTHORIZE -> new AuthorizationTransition.Authorize(BODY.id(), epoch(3));
        case APPROVE -> new AuthorizationTransition.Approve(BODY.id(), epoch(3), ANN);
        case CAPTURE -> capture(0);
        case VOID ->
            new AuthorizationTransition.VoidAuthorization(
                BODY.id(), epoch(3), WHY, ME, token("me"));
      };
    }
  }

  private static Transition capture(int approvals) {
    return new AuthorizationTransition.Capture(
        BODY.id(), epoch(3), THREE, approvals, ME, token("me"));
  }

  private static Transaction record(State state, long at) {
    return recordOf(BODY).at(at).in(state).build();
  }

  @ParameterizedTest(name = "{0} at {1}")
  @DisplayName("finds its state and epoch, or changes nothing")
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
INITIAL    | 3 | -          | -          | -       | -
PENDING    | 3 | AUTHORIZED | -          | -       | -
AUTHORIZED | 3 | -          | AUTHORIZED | APPLIED | CANCELING
AUTHORIZED | 2 | -          | -          | -       | -
AUTHORIZED | 4 | -          | -          | -       | -
PENDING    | 2 | -          | -          | -       | -
PENDING    | 4 | -          | -          | -       | -
APPLIED    | 3 | -          | -          | -       | -
DONE       | 3 | -          | -          | -       | -
CANCELING  | 3 | -          | -          | -       | -
CANCELED   | 3 | -          | -          | -       | -
""")
  void everyState(
      State state, long at, String authorize, String approve, String capture, String voidIt) {
    List<String> expected = Arrays.asList(authorize, approve, capture, voidIt);
    for (Kind kind : Kind.values()) {
      Transition transition = kind.transition();
      String outcome = expected.get(List.of(Kind.values()).indexOf(kind));
      Transaction record = record(state, at);
      if (outcome.equals("-")) {
        assertThat(refused(transition.apply(record, LATER)))
            .as("%s", kind)
            .isEqualTo(new Transition.NotApplicable(transition, state, epoch(at)));
      } else {
        Transaction changed = accepted(transition.apply(record, LATER));
        assertThat(changed.state()).as("%s", kind).isEqualTo(State.valueOf(outcome));
        assertThat(changed.epoch()).isEqualTo(record.epoch());
        assertThat(changed.body()).isEqualTo(record.body());
        assertThat(changed.lastModified()).isEqualTo(LATER);
        assertThat(transition.to()).isEqualTo(changed.state());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("shows in the record that it leaves, and not in the one it finds")
  void left(Kind kind) {
    Transition transition = kind.transition();
    Transaction before = record(transition.from(), 3);
    assertThat(transition.left(before)).isFalse();
    assertThat(transition.left(accepted(transition.apply(before, LATER)))).isTrue();
  }

  @Test
  @DisplayName("to applied keeps what was captured, and who captured it")
  void captured() {
    Transaction captured = accepted(capture(0).apply(record(State.AUTHORIZED, 3), LATER));
    assertThat(captured.capturedOperations()).startsWith(debit("A", usd("3")));
    assertThat(captured.accountOperations()).startsWith(debit("A", usd("5")));
    assertThat(captured.owner()).isEqualTo(ME);
    assertThat(captured.isOwnedBy(token("me"))).isTrue();
    assertThat(captured.timeline().decidedAt()).contains(LATER);
  }

  @Test
  @DisplayName("to applied asks for the approvals that it needs, each of them once")
  void approvals() {
    Transaction authorized = record(State.AUTHORIZED, 3);
    Transaction once = approvedBy(ANN, authorized);
    assertThat(capture(1).apply(authorized, LATER).isLeft()).isTrue();
    assertThat(capture(1).apply(once, LATER).isRight()).isTrue();
    assertThat(Kind.APPROVE.transition().apply(once, LATER).isLeft()).isTrue();
    assertThat(capture(2).apply(once, LATER).isLeft()).isTrue();
    assertThat(capture(2).apply(approvedBy(BOB, once), LATER).isRight()).isTrue();
    assertThat(once.progress().approvals()).containsExactly(ANN);
  }

  private static Transaction approvedBy(ApproverName name, Transaction record) {
    return accepted(
        new AuthorizationTransition.Approve(BODY.id(), epoch(3), name).apply(record, LATER));
  }

  @Test
  @DisplayName("is stamped: when it was authorized, and not when it was approved")
  void stamps() {
    Transaction authorized =
        accepted(Kind.AUTHORIZE.transition().apply(record(State.PENDING, 3), NOW));
    assertThat(authorized.timeline().authorizedAt()).contains(NOW);
    Transaction approved = accepted(Kind.APPROVE.transition().apply(authorized, LATER));
    assertThat(approved.timeline()).isEqualTo(authorized.timeline());
    assertThat(approved.history())
        .last()
        .isEqualTo(new HistoryEntry(State.AUTHORIZED, epoch(3), authorized.application(), NOW));
  }

  @Test
  @DisplayName("leaves the time at which it expires as it was")
  void expiry() {
    Transaction authorized = record(State.AUTHORIZED, 3);
    Instant expiry = authorized.createdAt().plus(Duration.ofDays(7));
    assertThat(authorized.expiresAt()).contains(expiry);
    assertThat(authorized.isOverdueAt(expiry.minusMillis(1))).isFalse();
    assertThat(authorized.isOverdueAt(expiry)).isTrue();
    assertThat(record(State.PENDING, 3).isOverdueAt(expiry)).isFalse();
    assertThat(accepted(capture(0).apply(authorized, LATER)).isOverdueAt(expiry)).isFalse();
  }

  @Test
  @DisplayName(
      "is of what was asked for as an authorization, and that is asked for as nothing else")
  void asked() {
    NewTransaction transfer = transfer("t", "A", "B", usd("5"));
    Transaction pending = recordOf(transfer).at(3).build();
    assertThat(Kind.AUTHORIZE.transition().apply(pending, LATER).isLeft()).isTrue();
    assertThatThrownBy(
            () ->
                pending.moved(
                    State.AUTHORIZED,
                    epoch(3),
                    Option.none(),
                    Option.none(),
                    Option.none(),
                    Option.none(),
                    LATER))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(BODY.asksTheSameAs(transfer)).isFalse();
    assertThat(refused(BODY.asked()))
        .isEqualTo(new TransactionRefusal.AuthorizationAsked(BODY.id()));
    assertThat(accepted(BODY.askedAsAuthorization())).isEqualTo(BODY);
  }
}

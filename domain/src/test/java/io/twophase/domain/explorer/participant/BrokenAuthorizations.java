package io.twophase.domain.explorer.participant;

import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Stores that each leave out one of the rules of authorizations. */
final class BrokenAuthorizations {

  /** A capture asks for the epoch, and not for the state. */
  static final Storage CAPTURES_WHAT_IS_VOIDED =
      moving(
          (transition, record) ->
              transition instanceof AuthorizationTransition.Capture
                      && (record.state() == State.CANCELING || record.state() == State.CANCELED)
                  ? in(State.AUTHORIZED, record)
                  : record);

  /** A void asks for the epoch, and not for the state. */
  static final Storage VOIDS_WHAT_IS_CAPTURED =
      moving(
          (transition, record) ->
              transition instanceof AuthorizationTransition.VoidAuthorization
                      && (record.state() == State.APPLIED || record.state() == State.DONE)
                  ? in(State.AUTHORIZED, record)
                  : record);

  /** The step to authorized asks for the state, and not for the epoch. */
  static final Storage AUTHORIZES_AT_ANY_EPOCH =
      new Moving() {
        @Override
        public Either<Transition.NotApplicable, Transaction> move(
            Transition transition, Transaction record) {
          return transition instanceof AuthorizationTransition.Authorize
              ? sound(
                  new AuthorizationTransition.Authorize(transition.transaction(), record.epoch()),
                  record)
              : sound(transition, record);
        }
      };

  /** A record does not say what was captured of it: who recovers it settles all that is held. */
  static final Storage FORGETS_WHAT_IS_CAPTURED =
      new Moving() {
        @Override
        public Either<Transition.NotApplicable, Transaction> move(
            Transition transition, Transaction record) {
          return transition instanceof AuthorizationTransition.Capture capture
              ? sound(ofCaptured(capture, Captured.IN_FULL), record)
              : sound(transition, record);
        }
      };

  /** Of a transfer, what arrives is captured in full, whatever leaves. */
  static final Storage CAPTURES_OUT_OF_BALANCE =
      new Moving() {
        @Override
        public Either<Transition.NotApplicable, Transaction> move(
            Transition transition, Transaction record) {
          return transition instanceof AuthorizationTransition.Capture capture
              ? sound(ofCaptured(capture, creditInFull(record, capture.captured())), record)
              : sound(transition, record);
        }
      };

  /** A settle moves all that is held. */
  static final Storage SETTLES_ALL_THAT_IS_HELD =
      (stored, message) ->
          message instanceof Message.OnAccount on && on.verb() == Verb.SETTLE
              ? Storage.FAITHFUL.deliver(
                  stored,
                  new Message.OnAccount(
                      Verb.SETTLE,
                      new Leg(on.leg().transaction(), on.leg().epoch(), on.leg().operation())))
              : Storage.FAITHFUL.deliver(stored, message);

  /** All is held, and it happens at once. */
  static final Storage HAPPENS_WHEN_HELD =
      new Moving() {
        @Override
        public Either<Transition.NotApplicable, Transaction> move(
            Transition transition, Transaction record) {
          return transition instanceof AuthorizationTransition.Authorize authorize
              ? sound(new Transition.Decide(authorize.transaction(), authorize.epoch()), record)
              : sound(transition, record);
        }
      };

  /** Recovery takes an authorized record over, as if it were pending. */
  static final Storage TAKES_OVER_WHAT_IS_AUTHORIZED =
      reading(
          Role.RECOVERER,
          record -> record.state() == State.AUTHORIZED ? in(State.PENDING, record) : record,
          moving(
              (transition, record) ->
                  transition instanceof Transition.TakeOver && record.state() == State.AUTHORIZED
                      ? in(State.PENDING, record)
                      : record));

  /** Who captures believes that all have approved, and nothing else asks. */
  static final Storage CAPTURES_WHAT_IS_NOT_APPROVED =
      reading(
          Role.PARTIAL_CAPTURER,
          BrokenAuthorizations::approved,
          new Moving() {
            @Override
            public Either<Transition.NotApplicable, Transaction> move(
                Transition transition, Transaction record) {
              return transition instanceof AuthorizationTransition.Capture capture
                  ? sound(ofApprovals(capture, 0), record)
                  : sound(transition, record);
            }
          });

  /** Who captures believes that all have approved; the compare-and-set asks the record. */
  static final Storage BELIEVES_IT_APPROVED =
      reading(Role.PARTIAL_CAPTURER, BrokenAuthorizations::approved, Storage.FAITHFUL);

  private BrokenAuthorizations() {}

  /** A store with other rules for records. */
  private abstract static class Moving implements Storage {
    @Override
    public Delivery deliver(Stored stored, Message.OnHeld message) {
      return Storage.FAITHFUL.deliver(stored, message);
    }

    static Either<Transition.NotApplicable, Transaction> sound(
        Transition transition, Transaction record) {
      return transition.apply(record, Fixtures.NOW);
    }
  }

  private static Storage moving(BiFunction<Transition, Transaction, Transaction> as) {
    return new Moving() {
      @Override
      public Either<Transition.NotApplicable, Transaction> move(
          Transition transition, Transaction record) {
        return sound(transition, as.apply(transition, record));
      }
    };
  }

  private static Storage reading(Role reader, UnaryOperator<Transaction> as, Storage storage) {
    return new Moving() {
      @Override
      public Either<Transition.NotApplicable, Transaction> move(
          Transition transition, Transaction record) {
        return storage.move(transition, record);
      }

      @Override
      public Transaction read(Role role, Transaction record) {
        return role == reader ? as.apply(record) : record;
      }
    };
  }

  private static Captured creditInFull(Transaction record, Captured captured) {
    List<Long> amounts = new ArrayList<>();
    for (AccountOperation operation : record.accountOperations()) {
      amounts.add(
          operation.fold(debit -> captured.amountOf(debit), credit -> credit.amount().minor()));
    }
    return Captured.of(record.accountOperations(), amounts);
  }

  private static AuthorizationTransition.Capture ofCaptured(
      AuthorizationTransition.Capture capture, Captured captured) {
    return new AuthorizationTransition.Capture(
        capture.transaction(),
        capture.epoch(),
        captured,
        capture.approvals(),
        capture.owner(),
        capture.token());
  }

  private static AuthorizationTransition.Capture ofApprovals(
      AuthorizationTransition.Capture capture, int approvals) {
    return new AuthorizationTransition.Capture(
        capture.transaction(),
        capture.epoch(),
        capture.captured(),
        approvals,
        capture.owner(),
        capture.token());
  }

  private static Transaction approved(Transaction record) {
    return with(
        record.state(),
        record,
        new AuthorizationProgress(
            List.of(Authorizations.A, Authorizations.B), record.progress().captured()));
  }

  private static Transaction in(State state, Transaction record) {
    return with(state, record, record.progress());
  }

  private static Transaction with(State state, Transaction record, AuthorizationProgress progress) {
    return new Transaction(
        record.body(),
        state,
        record.epoch(),
        record.application(),
        record.owner(),
        record.token(),
        record.reason(),
        record.createdAt(),
        record.lastModified(),
        record.timeline(),
        progress);
  }
}

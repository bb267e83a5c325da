package io.twophase.junit.assertion;

import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.transfer.AllOrNothingOutcome;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.junit.assertion.OutcomeAssert.RefusableAssert;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on what became of something that was asked for.
 *
 * @param <S> the assertions themselves
 * @param <O> the outcome
 */
public abstract class OutcomeAssert<S extends OutcomeAssert<S, O>, O> extends AbstractAssert<S, O> {

  OutcomeAssert(O actual, Class<?> self) {
    super(actual, self);
  }

  /** Returns what the outcome says; it is there. */
  abstract Said said();

  /** The outcome is not known; asking again would resolve it. */
  public S isUnknown() {
    return is(Said.UNKNOWN);
  }

  /** The outcome is the case of this word. */
  S is(String word) {
    return is(() -> said().is().equals(word), word, "");
  }

  /**
   * The outcome is there, and it is so.
   *
   * @param wanted the words for what it is to be
   * @param besides the words for what it is, behind those of the outcome
   */
  S is(BooleanSupplier isSo, Object wanted, String besides) {
    isNotNull();
    if (!isSo.getAsBoolean()) {
      failWithMessage(
          "%nExpecting %s%nto be %s%nbut it is %s%s",
          said().subject(), wanted, said().text(), besides);
    }
    return myself;
  }

  /**
   * Assertions on what became of something that may be refused.
   *
   * @param <S> the assertions themselves
   * @param <O> the outcome
   */
  public abstract static class RefusableAssert<S extends RefusableAssert<S, O>, O>
      extends OutcomeAssert<S, O> {

    RefusableAssert(O actual, Class<?> self) {
      super(actual, self);
    }

    /** The transaction is refused, for whatever reason. */
    public S isRefused() {
      return is(Said.REFUSED);
    }

    /**
     * The transaction is refused for this reason, such as {@code
     * HoldRefusal.InsufficientFunds.class}. The type is that of the refusal, or of the reason for
     * which an authorization was never authorized.
     */
    public S isRefusedFor(Class<? extends Reason> reason) {
      isRefused();
      return is(
          () -> said().why().stream().anyMatch(reason::isInstance),
          "refused for " + reason.getSimpleName(),
          "");
    }

    /**
     * The transaction is refused for the reason of this kind, such as {@code InsufficientFunds}.
     */
    public S isRefusedFor(String kind) {
      isRefused();
      return is(
          () -> said().why().stream().anyMatch(reason -> reason.kind().equals(kind)),
          "refused for " + kind,
          "");
    }
  }

  /** Assertions on what became of transfers that were to happen all or not at all. */
  public static class AllOrNothingAssert
      extends RefusableAssert<AllOrNothingAssert, AllOrNothingOutcome> {

    AllOrNothingAssert(AllOrNothingOutcome actual) {
      super(actual, AllOrNothingAssert.class);
    }

    @Override
    Said said() {
      return TransactionOutcomeAssert.said(actual.outcome());
    }

    /** All have happened. */
    public AllOrNothingAssert isApplied() {
      return is("applied");
    }

    /** None has happened, because of the transfer at this place, counted from 0. */
    public AllOrNothingAssert isRefusedAt(int place) {
      isRefused();
      return is(
          () -> actual.firstRefused().equals(Optional.of(place)),
          "refused because of transfer " + place,
          ", because of "
              + actual.firstRefused().map(at -> "transfer " + at).orElse("no single one"));
    }
  }

  /** Assertions on what became of an approval. */
  public static class ApproveOutcomeAssert
      extends RefusableAssert<ApproveOutcomeAssert, ApproveOutcome> {

    ApproveOutcomeAssert(ApproveOutcome actual) {
      super(actual, ApproveOutcomeAssert.class);
    }

    @Override
    Said said() {
      return actual.fold(
          approved ->
              Said.that(
                  Said.subject(approved.id()),
                  "approved",
                  "by " + approved.approvals() + ", of " + approved.required() + " required"),
          refused -> Said.refused(Said.subject(refused.id()), refused.reason()),
          unknown -> Said.unknown(Said.subject(unknown.id()), unknown.why()));
    }

    /** The approval is noted. */
    public ApproveOutcomeAssert isApproved() {
      return is("approved");
    }

    /** The approval is noted, and these have approved by now, in the order in which they did. */
    public ApproveOutcomeAssert isApprovedBy(String... names) {
      isApproved();
      List<ApproverName> approvals =
          actual.fold(approved -> approved.approvals(), refused -> List.of(), unknown -> List.of());
      List<String> found = approvals.stream().map(ApproverName::value).toList();
      List<String> wanted = List.of(names);
      return is(() -> found.equals(wanted), "approved by " + wanted, "");
    }
  }

  /** Assertions on what became of a request to authorize. */
  public static class AuthorizeOutcomeAssert
      extends RefusableAssert<AuthorizeOutcomeAssert, AuthorizeOutcome> {

    AuthorizeOutcomeAssert(AuthorizeOutcome actual) {
      super(actual, AuthorizeOutcomeAssert.class);
    }

    @Override
    Said said() {
      return actual.fold(
          held ->
              Said.that(
                  Said.subject(held.id()),
                  "authorized",
                  "until " + held.expiresAt() + ", approved by " + held.approvals()),
          captured -> Said.that(Said.subject(captured.id()), "captured", ""),
          refused -> Said.refused(Said.subject(refused.id()), refused.reason()),
          unknown -> Said.unknown(Said.subject(unknown.id()), unknown.why()));
    }

    /** The transaction is held, and waits for its capture. */
    public AuthorizeOutcomeAssert isAuthorized() {
      return is("authorized");
    }

    /** The transaction had been captured before it was asked for again. */
    public AuthorizeOutcomeAssert isCaptured() {
      return is("captured");
    }

    /** The transaction is held, and expires then, by the store's clock. */
    public AuthorizeOutcomeAssert expiresAt(Instant expiry) {
      isAuthorized();
      Optional<Instant> found =
          actual.fold(
              held -> Optional.of(held.expiresAt()),
              captured -> Optional.empty(),
              refused -> Optional.empty(),
              unknown -> Optional.empty());
      return is(() -> found.equals(Optional.of(expiry)), "authorized until " + expiry, "");
    }
  }

  /** Assertions on what became of a request to cancel. */
  public static class CancelOutcomeAssert
      extends OutcomeAssert<CancelOutcomeAssert, CancelOutcome> {

    private static final String SUBJECT = "the request to cancel";

    CancelOutcomeAssert(CancelOutcome actual) {
      super(actual, CancelOutcomeAssert.class);
    }

    @Override
    Said said() {
      return actual.fold(
          canceled -> Said.that(SUBJECT, "canceled", Said.text(canceled.reason())),
          decided -> Said.that(SUBJECT, "too late", "the state is " + decided.state()),
          notFound -> Said.that(SUBJECT, "of no transaction", ""),
          unknown -> Said.unknown(SUBJECT, unknown.why()));
    }

    /** The transaction never happens. */
    public CancelOutcomeAssert isCanceled() {
      return is("canceled");
    }

    /** The transaction was decided to happen before. */
    public CancelOutcomeAssert isTooLate() {
      return is("too late");
    }

    /** There is no such transaction. */
    public CancelOutcomeAssert isOfNoTransaction() {
      return is("of no transaction");
    }
  }

  /** Assertions on what became of a request to capture. */
  public static class CaptureOutcomeAssert
      extends RefusableAssert<CaptureOutcomeAssert, CaptureOutcome> {

    CaptureOutcomeAssert(CaptureOutcome actual) {
      super(actual, CaptureOutcomeAssert.class);
    }

    @Override
    Said said() {
      return actual.fold(
          captured -> Said.that(Said.subject(captured.id()), "captured", ""),
          refused -> Said.refused(Said.subject(refused.id()), refused.reason()),
          unknown -> Said.unknown(Said.subject(unknown.id()), unknown.why()));
    }

    /** The transaction happens, with the amounts asked for. */
    public CaptureOutcomeAssert isCaptured() {
      return is("captured");
    }
  }

  /** Assertions on what became of a request to void. */
  public static class VoidOutcomeAssert extends RefusableAssert<VoidOutcomeAssert, VoidOutcome> {

    VoidOutcomeAssert(VoidOutcome actual) {
      super(actual, VoidOutcomeAssert.class);
    }

    @Override
    Said said() {
      return actual.fold(
          voided -> Said.that(Said.subject(voided.id()), "voided", Said.text(voided.reason())),
          refused -> Said.refused(Said.subject(refused.id()), refused.reason()),
          unknown -> Said.unknown(Said.subject(unknown.id()), unknown.why()));
    }

    /** The transaction does not happen. */
    public VoidOutcomeAssert isVoided() {
      return is("voided");
    }
  }

  /**
   * The content of an outcome, in the words that failures use.
   *
   * @param subject what it is about
   * @param is the word for the case, such as {@code applied}
   * @param why of what was refused: the refusal, and the reason for which an authorization never
   *     was
   * @param detail what is shown besides; may be empty
   */
  record Said(String subject, String is, List<Reason> why, String detail) {

    /** The word for what is not known: the same in all outcomes. */
    static final String UNKNOWN = "unknown";

    /** The word for what was refused: the same in all outcomes. */
    static final String REFUSED = "refused";

    static String subject(TransactionId id) {
      return "transaction " + id;
    }

    static Said that(String subject, String is, String detail) {
      return new Said(subject, is, List.of(), detail);
    }

    static Said refused(String subject, Reason why) {
      List<Reason> all =
          why instanceof AuthorizationRefusal.NeverAuthorized never
              ? List.of(why, never.reason())
              : List.of(why);
      return new Said(subject, REFUSED, all, "");
    }

    static Said unknown(String subject, String detail) {
      return new Said(subject, UNKNOWN, List.of(), detail);
    }

    /** A reason as failures show it: the word for programs, and the line for people. */
    static String text(Reason reason) {
      return reason.kind() + ", " + reason.message();
    }

    /** The case, with what is known of it. */
    String text() {
      String more = why.isEmpty() ? detail : text(why.get(why.size() - 1));
      return more.isEmpty() ? is : is + ": " + more;
    }
  }
}

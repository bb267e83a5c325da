package io.twophase.domain.account;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentHoldAnswer;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.NoDocumentHold;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.Fields;
import io.vavr.collection.HashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An account as the document that it is: with names for its parts, and with a host's own fields
 * beside them. An operation on it is held by the rules of {@link ParticipantRules}, if {@link
 * AccountDocumentRules} let it take part. To these rules a debit or a credit that is held is an
 * addition to the account's three figures.
 *
 * @param account the account
 * @param own the host's own fields
 */
public record AccountDocument(Account account, Fields own) {

  /** Of an account without fields of a host's. */
  public static AccountDocument of(Account account) {
    return new AccountDocument(account, Fields.none());
  }

  /**
   * The document as it is shown: without the account's figures, which debits and credits change
   * that may be decided and not settled yet; and without what these hold.
   */
  public Participant shown(DocumentRef ref) {
    return participant(ref, fields(AccountFields.withoutFigures(account)), account.documentHolds());
  }

  /** The same document with the account changed. */
  public AccountDocument with(Account changed) {
    return new AccountDocument(changed, own);
  }

  /**
   * Places a hold.
   *
   * @param limit how many holds an account may have at a time
   */
  public static Either<DocumentHoldAnswer, AccountDocument> hold(
      Option<AccountDocument> there, DocumentLeg leg, HoldLimit limit) {
    Option<DocumentRefusal> refusal =
        AccountDocumentRules.refusal(leg.document(), leg.operation())
            .orElse(
                () ->
                    Option.when(
                        there.isEmpty(), () -> new DocumentRefusal.NoSuchDocument(leg.document())));
    return refusal.isDefined()
        ? Either.left(new DocumentHoldAnswer.Denied(refusal.get()))
        : there.get().hold(leg, limit);
  }

  private Either<DocumentHoldAnswer, AccountDocument> hold(DocumentLeg leg, HoldLimit limit) {
    return account.holds().containsKey(leg.transaction())
        ? Either.left(
            new DocumentHoldAnswer.Denied(AccountDocumentRules.secondOperation(leg.document())))
        : ParticipantRules.hold(Option.some(whole(leg.document(), leg.home())), leg, limit)
            .map(this::with);
  }

  /** Raises an older hold of exactly this operation to the leg's epoch. */
  public Either<NoDocumentHold, AccountDocument> stamp(DocumentLeg leg) {
    return ParticipantRules.stamp(Option.some(whole(leg.document(), leg.home())), leg)
        .map(this::with);
  }

  /** Does what the leg's operation is, if exactly that is held at the leg's epoch. */
  public Either<NoDocumentHold, AccountDocument> settle(DocumentLeg leg) {
    return ParticipantRules.settle(Option.some(whole(leg.document(), leg.home())), leg)
        .map(after -> with(after.get()));
  }

  /** Gives back exactly that hold, whatever its epoch. */
  public Either<NoDocumentHold, AccountDocument> release(HeldDocument held) {
    return ParticipantRules.release(Option.some(whole(held.document(), held.hold().home())), held)
        .map(after -> with(after.get()));
  }

  /** Gives back exactly that hold, at its epoch. */
  public Either<NoDocumentHold, AccountDocument> withdraw(HeldDocument held) {
    return ParticipantRules.withdraw(Option.some(whole(held.document(), held.hold().home())), held)
        .map(after -> with(after.get()));
  }

  /** With its figures, and with what is held of them. */
  private Participant whole(DocumentRef ref, Home home) {
    List<DocumentHold> holds = new ArrayList<>(account.documentHolds());
    for (Hold hold : account.holds().values()) {
      holds.add(ofMoney(home, hold));
    }
    for (RangeHold hold : account.ranges().values()) {
      holds.add(ofRange(home, hold));
    }
    return participant(ref, fields(AccountFields.all(account)), holds);
  }

  private Fields fields(List<Field> ofAccount) {
    List<Field> all = new ArrayList<>(ofAccount);
    all.addAll(own.all());
    return new Fields(all);
  }

  private static Participant participant(DocumentRef ref, Fields fields, List<DocumentHold> holds) {
    return new Participant(ref, fields, false, Option.none(), holds, HashMap.empty());
  }

  /** A hold of money, as an addition to all three figures. */
  private static DocumentHold ofMoney(Home home, Hold hold) {
    return new DocumentHold(
        home,
        hold.transaction(),
        hold.epoch(),
        HoldMode.ESCROW,
        hold.direction().name().toLowerCase(Locale.ROOT),
        AccountFields.FIGURES,
        hold.amount());
  }

  private static DocumentHold ofRange(Home home, RangeHold hold) {
    return new DocumentHold(
        home,
        new TransactionId(hold.batch().value()),
        hold.epoch(),
        HoldMode.ESCROW,
        "range",
        AccountFields.FIGURES,
        hold.range().credit());
  }

  private AccountDocument with(Participant after) {
    return new AccountDocument(
        account.withDocumentHolds(
            after.holds().stream().filter(hold -> hold.mode() != HoldMode.ESCROW).toList()),
        own);
  }
}

package io.twophase.app.audit;

import io.twophase.domain.AccountId;
import io.twophase.domain.document.DocumentRef;
import java.util.function.Function;

/**
 * Something that is off.
 *
 * @param kind what is off
 * @param subject what it is off in
 * @param detail one line with the figures
 */
public record Finding(Kind kind, Subject subject, String detail) {

  /** Names the subject in answers. */
  public String id() {
    return subject.id();
  }

  /** A finding is about an account, a document or a transaction, or about something else. */
  public sealed interface Subject {

    /** Names the subject in answers. */
    String id();

    /** Answers what the function for this kind of subject says. */
    default <T> T fold(
        Function<? super AccountId, ? extends T> account,
        Function<? super DocumentRef, ? extends T> document,
        Function<? super String, ? extends T> transaction,
        Function<? super String, ? extends T> other) {
      if (this instanceof OfAccount one) {
        return account.apply(one.account());
      }
      if (this instanceof OfDocument one) {
        return document.apply(one.ref());
      }
      return this instanceof OfTransaction ? transaction.apply(id()) : other.apply(id());
    }

    /** An account. */
    record OfAccount(AccountId account) implements Subject {
      @Override
      public String id() {
        return account.value();
      }
    }

    /** A document that takes part, or an account as a document of its collection. */
    record OfDocument(DocumentRef ref) implements Subject {
      @Override
      public String id() {
        return ref.toString();
      }
    }

    /** A transaction, or the record of a batch. */
    record OfTransaction(String id) implements Subject {}

    /**
     * A currency, a collection, a number, all consumers, all carried balances, or an account or a
     * document whose id cannot be read.
     */
    record OfOther(String id) implements Subject {}
  }

  /**
   * An audit finds that something is off. A finding beside running transfers may be a change that
   * the audit read halfway; a finding at rest, or twice in a row, is real.
   *
   * <p>Then: somebody has changed the document; compare it with a backup.
   */
  public enum Kind {
    /**
     * An account's document cannot be read.
     *
     * <p>Then: correct the document, or upgrade.
     */
    ACCOUNT_UNREADABLE("AccountUnreadable"),
    /**
     * A transaction's document cannot be read.
     *
     * <p>Then: correct the document, or upgrade.
     */
    TRANSACTION_UNREADABLE("TransactionUnreadable"),
    /**
     * The carried balance of an account cannot be read.
     *
     * <p>Then: correct the document; the audit checks the account's sum without it.
     */
    CARRIED_UNREADABLE("CarriedUnreadable"),
    /**
     * The position of a consumer of events cannot be read.
     *
     * <p>Then: correct the document, or forget the consumer; retention waits for it.
     */
    CONSUMER_UNREADABLE("ConsumerUnreadable"),
    /**
     * A document that takes part cannot be read.
     *
     * <p>Then: correct the document, or upgrade.
     */
    DOCUMENT_UNREADABLE("DocumentUnreadable"),
    /**
     * A collection cannot be read: its cluster is away, or the login has no right.
     *
     * <p>Then: run the audit again when the cluster answers; give the login the right; or remove a
     * mistyped name from twophase_collections.
     */
    COLLECTION_UNREADABLE("CollectionUnreadable"),
    /**
     * The available amount is not balance - floor - debits held, or is below zero; of a document's
     * field, not value - floor - the amounts held to be taken.
     */
    AVAILABLE_DIFFERS("AvailableDiffers"),
    /**
     * The receivable amount is not ceiling - balance - credits held, or is below zero; of a
     * document's field, not ceiling - value - the amounts held to be added.
     */
    RECEIVABLE_DIFFERS("ReceivableDiffers"),
    /**
     * The balance is not the opening balance and every settled operation since, with what is
     * carried of those that are removed.
     */
    BALANCE_DIFFERS("BalanceDiffers"),
    /**
     * A currency's balances, and what is on its way, are not what its accounts were opened with.
     */
    SUM_DIFFERS("SumDiffers"),
    /**
     * A hold's transaction has no record.
     *
     * <p>Then: scrub.
     */
    HOLD_WITHOUT_RECORD("HoldWithoutRecord"),
    /**
     * A hold's transaction is finished: the hold is an orphan.
     *
     * <p>Then: scrub.
     */
    HOLD_OF_FINISHED("HoldOfFinished"),
    /**
     * A hold's transaction is done and was decided by this hold, and the settle has not happened.
     *
     * <p>Then: do to the document what tx show says, and remove the hold; scrub leaves it.
     */
    SETTLE_MISSED("SettleMissed"),
    /**
     * A hold is not what its transaction does to this account or document, or not of an epoch it
     * has had.
     */
    HOLD_DIFFERS("HoldDiffers"),
    /** An operation of an applied transaction is neither held nor settled. */
    HOLD_MISSING("HoldMissing"),
    /** A document has two holds that cannot be beside each other. */
    HOLDS_CONFLICT("HoldsConflict"),
    /**
     * A document only keeps its id, and no transaction holds it.
     *
     * <p>Then: remove the document.
     */
    PLACEHOLDER_WITHOUT_HOLD("PlaceholderWithoutHold"),
    /** A document's field that has bounds is outside of them, or no whole number. */
    OUT_OF_BOUNDS("OutOfBounds"),
    /** A reversal is not of a done transaction, or does not move back exactly what that moved. */
    REVERSAL_DIFFERS("ReversalDiffers"),
    /** A transaction is reversed more than once. */
    REVERSED_TWICE("ReversedTwice"),
    /**
     * A transaction that is applied or done touches an account that is not there.
     *
     * <p>Then: restore the account.
     */
    ACCOUNT_MISSING("AccountMissing"),
    /** A decided record is not what the tree of evidence says that it was. */
    RECORD_CHANGED("RecordChanged"),
    /** A decided record has a leaf in the tree of evidence, and is not there. */
    RECORD_REMOVED("RecordRemoved"),
    /**
     * A decided record and its number do not name each other.
     *
     * <p>Then: compare with a backup; on a sharded cluster, the event comes twice.
     */
    NUMBER_DIFFERS("NumberDiffers"),
    /**
     * A number that was given is not there, and consumers stop before it.
     *
     * <p>Then: restore the document in transactions_events; the record's numbered says whose it
     * was.
     */
    NUMBER_MISSING("NumberMissing"),
    /** A number is of a record that is not there, or is not decided. */
    NUMBER_WITHOUT_RECORD("NumberWithoutRecord"),
    /**
     * A record has no number, and a record that was decided more than a minute later has one.
     *
     * <p>Then: the next pass numbers the record.
     */
    UNNUMBERED("Unnumbered"),
    /** A leaf of the tree of evidence is missing, or does not follow from those before it. */
    TREE_DIFFERS("TreeDiffers"),
    /**
     * The tree of evidence does not have the head that was kept.
     *
     * <p>Then: records and leaves were changed together, or the store is another one.
     */
    HEAD_DIFFERS("HeadDiffers"),
    /**
     * A transaction is unfinished and has not changed for long.
     *
     * <p>Then: recover.
     */
    STUCK("Stuck");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /** Its name in answers. */
    public String title() {
      return title;
    }
  }
}

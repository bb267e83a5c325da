package io.twophase.app.audit;

/**
 * Something that is off.
 *
 * @param kind what is off
 * @param id the account, document or transaction it is off in, or the currency
 * @param detail one line with the figures
 */
public record Finding(Kind kind, String id, String detail) {

  /** What can be off. */
  public enum Kind {
    /** An account's document cannot be read. */
    ACCOUNT_UNREADABLE("AccountUnreadable"),
    /** A transaction's document cannot be read. */
    TRANSACTION_UNREADABLE("TransactionUnreadable"),
    /** What is carried of an account cannot be read. */
    CARRIED_UNREADABLE("CarriedUnreadable"),
    /** The position of a consumer of events cannot be read. */
    CONSUMER_UNREADABLE("ConsumerUnreadable"),
    /** A document that takes part cannot be read. */
    DOCUMENT_UNREADABLE("DocumentUnreadable"),
    /** A collection on another cluster cannot be read now. */
    COLLECTION_UNREADABLE("CollectionUnreadable"),
    /**
     * What is available is not balance + overdraft - debits held, or is below zero; of a document's
     * field, not value - floor - what is held to be taken.
     */
    AVAILABLE_DIFFERS("AvailableDiffers"),
    /**
     * What is receivable is not ceiling - balance - credits held, or is below zero; of a document's
     * field, not ceiling - value - what is held to be added.
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
    /** A hold's transaction has no record. */
    HOLD_WITHOUT_RECORD("HoldWithoutRecord"),
    /** A hold's transaction is finished: an orphan by proof. */
    HOLD_OF_FINISHED("HoldOfFinished"),
    /**
     * A hold's transaction is done, and was decided by this very hold: its settle has missed it,
     * and what it should have done to the account or document is not done.
     */
    SETTLE_MISSED("SettleMissed"),
    /**
     * A hold is not what its transaction does to this account or document, or not of an epoch it
     * has had.
     */
    HOLD_DIFFERS("HoldDiffers"),
    /** Of an applied transaction, an operation is neither held any more nor settled. */
    HOLD_MISSING("HoldMissing"),
    /** A document has two holds that cannot be beside each other. */
    HOLDS_CONFLICT("HoldsConflict"),
    /** A document only keeps its id, and for nobody. */
    PLACEHOLDER_WITHOUT_HOLD("PlaceholderWithoutHold"),
    /** A document's field that has bounds is outside of them, or no whole number. */
    OUT_OF_BOUNDS("OutOfBounds"),
    /** A reversal is not of a done transaction, or does not move back exactly what that moved. */
    REVERSAL_DIFFERS("ReversalDiffers"),
    /** A transaction is reversed more than once. */
    REVERSED_TWICE("ReversedTwice"),
    /** A transaction that is applied or done touches an account that is not there. */
    ACCOUNT_MISSING("AccountMissing"),
    /** A decided record is not what the tree of evidence says that it was. */
    RECORD_CHANGED("RecordChanged"),
    /** A decided record has a leaf in the tree of evidence, and is not there. */
    RECORD_REMOVED("RecordRemoved"),
    /** A decided record and its number do not name each other. */
    NUMBER_DIFFERS("NumberDiffers"),
    /** A number that was given is not there. */
    NUMBER_MISSING("NumberMissing"),
    /** A number is of a record that is not there, or is not decided. */
    NUMBER_WITHOUT_RECORD("NumberWithoutRecord"),
    /** A record has no number, and one that was decided later has. */
    UNNUMBERED("Unnumbered"),
    /** A leaf of the tree of evidence is missing, or does not follow from those before it. */
    TREE_DIFFERS("TreeDiffers"),
    /** The tree of evidence is not the one that has the head that was kept. */
    HEAD_DIFFERS("HeadDiffers"),
    /** A transaction is unfinished and has not changed for long. */
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

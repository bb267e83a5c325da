package io.twophase.app.audit;

/**
 * An audit shows by this how far it is.
 *
 * @param phase what it does now
 * @param transactions how many it has read, receipts among them; from nothing again where retention
 *     was at work meanwhile, and they are read again
 * @param accounts how many it has read
 * @param documents how many documents of hosts it has read that are held, or have been
 * @param decided how many decided records it has compared with their numbers or leaves
 * @param findings how many things it has found to be off so far
 */
public record AuditProgress(
    Phase phase, long transactions, long accounts, long documents, long decided, int findings) {

  /** The phases of an audit follow each other in this order. */
  public enum Phase {
    /** It reads the transactions. */
    TRANSACTIONS,
    /** It reads the accounts. */
    ACCOUNTS,
    /** It reads the documents of hosts. */
    DOCUMENTS,
    /** It reads decided records again, with their numbers and leaves, if there are any. */
    EVIDENCE,
    /** It looks up what is left, and adds up. */
    CONCLUSION
  }

  /** The number of all kinds that it has read. */
  public long read() {
    return transactions + accounts + documents + decided;
  }

  /** A watch is told how far an audit is, and may end it. */
  @FunctionalInterface
  public interface AuditWatch {

    /** Lets the audit run. */
    AuditWatch NONE = progress -> true;

    /**
     * Is called on the thread that audits, as each phase begins and after every thousand that the
     * audit reads in it. What it throws is thrown by the audit.
     *
     * @return whether the audit goes on
     */
    boolean goesOn(AuditProgress progress);
  }
}

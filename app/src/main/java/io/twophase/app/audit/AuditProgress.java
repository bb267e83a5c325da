package io.twophase.app.audit;

import io.twophase.app.audit.AuditProgress.AuditWatch;
import io.twophase.app.audit.AuditProgress.Phase;
import io.twophase.app.audit.Check.Findings;
import io.twophase.app.audit.Check.Held;
import io.twophase.domain.record.Lookup;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

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
     * audit reads in it. An exception of it ends the audit, and is thrown.
     *
     * @return whether the audit goes on
     */
    boolean goesOn(AuditProgress progress);
  }

  /** Counts what an audit reads, tells whoever watches it, and ends it when that wishes so. */
  static final class Progress implements Check {

    private final AuditWatch watch;
    private final List<Findings> findings = new ArrayList<>();
    private Phase phase = Phase.TRANSACTIONS;
    private final Map<Phase, Long> read = new EnumMap<>(Phase.class);

    Progress(AuditWatch watch) {
      this.watch = watch;
    }

    /** Ends an audit, out of what it reads. */
    static final class EndedException extends RuntimeException {
      private static final long serialVersionUID = 1L;

      EndedException() {
        super("whoever watched the audit has ended it", null, false, false);
      }
    }

    /** The transactions are read: for the first time, or again, and all findings so far are off. */
    void beginTransactions(Findings added) {
      findings.clear();
      read.clear();
      begin(Phase.TRANSACTIONS, added);
    }

    /** A phase begins that adds to these findings, too. */
    void begin(Phase next, Findings added) {
      findings.add(added);
      begin(next);
    }

    void begin(Phase next) {
      phase = next;
      tell();
    }

    @Override
    public void see(Lookup transaction) {
      count(1);
    }

    @Override
    public void see(List<Held> held) {
      count(1);
    }

    @Override
    public void seeNumbered(List<Numbered> records) {
      count(records.size());
    }

    private void count(int more) {
      long now = read.merge(phase, (long) more, Long::sum);
      if (phase == Phase.EVIDENCE || now % PAGE == 0) {
        tell();
      }
    }

    private long read(Phase of) {
      return read.getOrDefault(of, 0L);
    }

    private void tell() {
      AuditProgress now =
          new AuditProgress(
              phase,
              read(Phase.TRANSACTIONS),
              read(Phase.ACCOUNTS),
              read(Phase.DOCUMENTS),
              read(Phase.EVIDENCE),
              findings.stream().mapToInt(Findings::size).sum());
      if (!watch.goesOn(now)) {
        throw new EndedException();
      }
    }
  }
}

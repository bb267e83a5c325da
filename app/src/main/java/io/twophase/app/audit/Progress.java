package io.twophase.app.audit;

import io.twophase.app.audit.AuditProgress.AuditWatch;
import io.twophase.app.audit.AuditProgress.Phase;
import io.twophase.app.audit.Check.Findings;
import io.twophase.app.audit.Check.Held;
import io.twophase.domain.record.Lookup;
import java.util.ArrayList;
import java.util.List;

/** Counts what an audit reads, tells whoever watches it, and ends it when that wishes so. */
final class Progress implements Check {

  private final AuditWatch watch;
  private final List<Findings> findings = new ArrayList<>();
  private Phase phase = Phase.TRANSACTIONS;
  private long transactions;
  private long accounts;
  private long documents;
  private long decided;

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
    transactions = 0;
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
    transactions++;
    tellAtPage(transactions);
  }

  @Override
  public void see(List<Held> held) {
    if (phase == Phase.ACCOUNTS) {
      accounts++;
      tellAtPage(accounts);
    } else {
      documents++;
      tellAtPage(documents);
    }
  }

  @Override
  public void seeNumbered(List<Numbered> records) {
    decided += records.size();
    tell();
  }

  private void tellAtPage(long count) {
    if (count % PAGE == 0) {
      tell();
    }
  }

  private void tell() {
    int found = findings.stream().mapToInt(Findings::size).sum();
    if (!watch.goesOn(
        new AuditProgress(phase, transactions, accounts, documents, decided, found))) {
      throw new EndedException();
    }
  }
}

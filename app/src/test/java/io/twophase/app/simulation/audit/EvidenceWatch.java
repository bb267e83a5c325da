package io.twophase.app.simulation.audit;

import static io.twophase.app.simulation.audit.Violation.demand;

import io.twophase.app.audit.AuditReport;
import io.twophase.app.event.Evidence;
import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.TreeHead;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Keeps the heads that anybody was shown, out of reach of the store, and demands at the end that
 * the tree has only grown, and that each decided record that is there has its proof.
 */
public final class EvidenceWatch {

  private static final int AUDITS = 2;

  private final Set<TreeHead> heads = new LinkedHashSet<>();
  private final Tally tally;

  EvidenceWatch(Tally tally) {
    this.tally = tally;
  }

  /** Somebody was shown this head. */
  public void shown(TreeHead head) {
    for (TreeHead other : heads) {
      demand(
          other.size() != head.size() || other.equals(head),
          head,
          "was shown of the size of",
          other);
    }
    if (heads.add(head)) {
      tally.count("heads of the tree");
    }
  }

  /**
   * At rest: all is in the tree.
   *
   * @param evidence in a calm network
   * @param audit of the store, against a head that was kept
   * @param decided what happened, or was refused, and is still there
   */
  void demandAtRest(
      Evidence evidence, Function<TreeHead, AuditReport> audit, Iterable<TransactionId> decided) {
    Growth growth = evidence.grow();
    demand(growth instanceof Growth.Whole, growth, "shows that the tree does not grow");
    TreeHead last = evidence.head();
    for (TreeHead older : heads) {
      demand(
          evidence
              .consistency(older.size(), last.size())
              .exists(proof -> proof.proves(older, last)),
          last,
          "is not an older tree grown:",
          older);
    }
    for (TreeHead older : heads.stream().limit(AUDITS).toList()) {
      AuditReport report = audit.apply(older);
      demand(
          report.isClean(),
          older,
          "is a head against which the audit found something:",
          report.findings());
    }
    for (TransactionId id : decided) {
      var found = evidence.proof(id);
      demand(found.exists(proof -> proof.proves(last)), id, "has no proof:", found);
      tally.count("proofs of records");
    }
  }
}

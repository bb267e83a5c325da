package io.twophase.console.view;

import io.twophase.domain.event.ConsistencyProof;
import io.twophase.domain.event.RecordProof;
import io.twophase.domain.event.TreeHead;
import java.util.Map;

/** Proofs of the tree of evidence, with all that is needed to verify them. */
public final class ProofViews {

  private ProofViews() {}

  /** That a transaction is in the tree of a head. */
  public static Map<String, Object> of(RecordProof proof, TreeHead head) {
    return Json.object(
        "head", head,
        "number", proof.number(),
        "path", proof.inTree().path(),
        "batch", proof.inBatch().map(ProofViews::batch),
        "content", proof.content());
  }

  private static Map<String, Object> batch(RecordProof.InBatch way) {
    return Json.object(
        "id", way.batch().id(),
        "decided", way.batch().decidedAt(),
        "members", way.batch().members(),
        "place", way.path().index() + 1,
        "path", way.path().path());
  }

  /** That the tree of a head is the tree of an older one, grown. */
  public static Map<String, Object> of(ConsistencyProof proof, TreeHead older, TreeHead head) {
    return Json.object("older", older, "head", head, "path", proof.path());
  }
}

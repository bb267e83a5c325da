package io.twophase.app.event;

import io.twophase.domain.event.Digest;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.Span;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.event.TreeNode;
import io.twophase.ports.EvidenceRepository;
import io.vavr.control.Either;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Reads nodes of the tree: a few leaves for any proof, however large the tree is. */
final class StoredTree {

  private final EvidenceRepository evidence;

  StoredTree(EvidenceRepository evidence) {
    this.evidence = evidence;
  }

  /** The right edge of the tree of the first leaves; or the number of a leaf that is missing. */
  Either<Long, Frontier> frontier(long size) {
    return size == 0
        ? Either.right(Frontier.EMPTY)
        : nodes(new Span(0, size).nodes()).map(digests -> Frontier.of(size, digests));
  }

  /** The digests above these leaves; or the number of a leaf that is missing. */
  Either<Long, List<Digest>> digests(List<Span> spans) {
    return nodes(spans.stream().flatMap(span -> span.nodes().stream()).toList())
        .map(digests -> spans.stream().map(span -> span.digest(digests)).toList());
  }

  private Either<Long, Function<TreeNode, Digest>> nodes(List<TreeNode> nodes) {
    Map<Long, TreeLeaf> found = new HashMap<>();
    evidence
        .leaves(nodes.stream().map(TreeNode::number).distinct().toList())
        .forEach(leaf -> found.put(leaf.number(), leaf));
    for (TreeNode node : nodes) {
      if (!found.containsKey(node.number())) {
        return Either.left(node.number());
      }
    }
    return Either.right(
        node -> Objects.requireNonNull(found.get(node.number())).nodes().get(node.level()));
  }
}

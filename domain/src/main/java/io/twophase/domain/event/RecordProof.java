package io.twophase.domain.event;

import java.util.Optional;

/**
 * A proof that a decided transaction is in the tree of a head, as its content says. It needs no
 * store.
 *
 * @param content what the leaf is the digest of: the transaction, for people to read
 * @param inBatch of a transfer of a batch, its way to the leaf of the batch
 * @param inTree the way of the leaf to the root
 */
public record RecordProof(String content, Optional<InBatch> inBatch, InclusionProof inTree) {

  /**
   * The way of a transfer to the leaf of its batch.
   *
   * @param batch the content of that leaf, but for the root of the members
   * @param path the way to the root of the members
   */
  public record InBatch(BatchText batch, InclusionProof path) {

    Optional<Digest> leaf(Digest member) {
      return (path.size() == batch.members() ? Optional.of(path) : Optional.<InclusionProof>empty())
          .flatMap(way -> way.root(member))
          .map(batch::with)
          .map(Digest::ofLeaf);
    }
  }

  /** The number of the record: which leaf it is. */
  public long number() {
    return inTree.index() + 1;
  }

  /** The head of the tree that it would be in; none if it is no proof at all. */
  public Optional<TreeHead> head() {
    Digest own = Digest.ofLeaf(content);
    Optional<Digest> leaf =
        inBatch.isEmpty()
            ? Optional.of(own)
            : inBatch.filter(way -> way.batch().number() == number()).flatMap(way -> way.leaf(own));
    return leaf.flatMap(inTree::root).map(root -> new TreeHead(inTree.size(), root));
  }

  /** Returns whether it shows that the transaction is in the tree of this head. */
  public boolean proves(TreeHead head) {
    return head().equals(Optional.of(head));
  }
}

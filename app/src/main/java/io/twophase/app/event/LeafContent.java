package io.twophase.app.event;

import io.twophase.domain.event.BatchText;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.RecordText;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The content of the leaf of a number, as its record is read now. */
public sealed interface LeafContent {

  /** The most members of a batch whose digests its leaf keeps. */
  int MOST_MEMBERS = 100_000;

  /** The leaf of it, made now: as a tree that has it next; none of what has no content. */
  Optional<TreeLeaf> leaf(Frontier tree);

  /** Returns where it differs from the leaf that there is. */
  List<LeafDifference> differences(TreeLeaf there);

  /** There is nothing of the number, not even which record had it. */
  static LeafContent ofNothing(long number) {
    return new OfOne(
        RecordText.removed(number, Optional.empty()),
        Optional.of(new LeafDifference.Removed("number " + number, false)));
  }

  /** Returns the content of a number whose record is not there any more. */
  static LeafContent ofGone(long number, RecordId id) {
    return new OfOne(
        RecordText.removed(number, Optional.of(id)),
        Optional.of(new LeafDifference.Removed(id.value(), !id.isOfMany())));
  }

  /**
   * A lone transaction, a member, or what is there in the place of either: nothing, a receipt, or
   * what cannot be read.
   *
   * @param texts of one of them its leaf is the digest: of what is read now, and then, where the
   *     document may have come or gone since, without it; none of what is not shown as decided yet
   * @param ifDifferent what it comes to if the leaf is another; none where a receipt was left: what
   *     it was can no longer be made from that
   */
  record OfOne(List<String> texts, Optional<LeafDifference> ifDifferent) implements LeafContent {

    /** It has a number, and a read that is older than that shows it undecided. */
    static final OfOne NOT_YET = new OfOne(List.of(), Optional.empty());

    OfOne(String text, Optional<LeafDifference> ifDifferent) {
      this(List.of(text), ifDifferent);
    }

    /** Returns what it was when its leaf was made. */
    Optional<String> text(Digest there) {
      return texts.stream().filter(text -> Digest.ofLeaf(text).equals(there)).findFirst();
    }

    @Override
    public Optional<TreeLeaf> leaf(Frontier tree) {
      return texts.stream()
          .findFirst()
          .map(content -> next(tree, Digest.ofLeaf(content), List.of()));
    }

    @Override
    public List<LeafDifference> differences(TreeLeaf there) {
      return differences(there.digest());
    }

    List<LeafDifference> differences(Digest there) {
      return text(there).isPresent() ? List.of() : ifDifferent.stream().toList();
    }
  }

  /**
   * A batch.
   *
   * @param places what is in each place of its list
   */
  record OfBatch(BatchText text, List<OfOne> places) implements LeafContent {

    /** The digests of the members, by what is read now. */
    List<Digest> members() {
      return places.stream().map(place -> Digest.ofLeaf(place.texts().get(0))).toList();
    }

    /** Returns the same as the leaf keeps them, if it does. */
    List<Digest> members(TreeLeaf there) {
      return there.members().isEmpty() ? members() : there.members();
    }

    private Digest digest(List<Digest> members) {
      return Digest.ofLeaf(text.with(Frontier.of(members).root()));
    }

    @Override
    public Optional<TreeLeaf> leaf(Frontier tree) {
      List<Digest> members = members();
      return Optional.of(
          next(tree, digest(members), members.size() > MOST_MEMBERS ? List.of() : members));
    }

    @Override
    public List<LeafDifference> differences(TreeLeaf there) {
      List<Digest> members = members(there);
      if (members.size() != places.size() || !digest(members).equals(there.digest())) {
        return List.of(new LeafDifference.Changed(text.id().value()));
      }
      List<LeafDifference> differences = new ArrayList<>();
      for (int at = 0; at < places.size(); at++) {
        differences.addAll(places.get(at).differences(members.get(at)));
      }
      return differences;
    }
  }

  private static TreeLeaf next(Frontier tree, Digest leaf, List<Digest> members) {
    return new TreeLeaf(tree.size() + 1, tree.with(leaf).nodes(), members);
  }

  /** A difference between a record and its leaf. */
  sealed interface LeafDifference {

    /** The transaction, or the batch. */
    String id();

    /** The record is there, and is another. */
    record Changed(String id) implements LeafDifference {}

    /**
     * The record is not there.
     *
     * @param leavesReceipt whether retention would have left a receipt in its place, if it is set
     *     to
     */
    record Removed(String id, boolean leavesReceipt) implements LeafDifference {}
  }
}

package io.twophase.app.event;

import io.twophase.domain.TransactionId;
import io.twophase.domain.evidence.BatchText;
import io.twophase.domain.evidence.Digest;
import io.twophase.domain.evidence.Frontier;
import io.twophase.domain.evidence.RecordText;
import io.twophase.domain.evidence.TreeLeaf;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** What is to be in the leaf of a number, as its record is read now. */
public sealed interface LeafContent {

  /** The most members of a batch whose digests its leaf keeps. */
  int MOST_MEMBERS = 100_000;

  /** The leaf of it, made now: as a tree that has it next; none of what has no content. */
  Option<TreeLeaf> leaf(Frontier tree);

  /** Where it differs from the leaf that there is. */
  List<LeafDifference> differences(TreeLeaf there);

  /** A lone transaction. */
  record Lone(TransactionId id, String text) implements LeafContent {

    @Override
    public Option<TreeLeaf> leaf(Frontier tree) {
      return Option.some(next(tree, Digest.ofLeaf(text), List.of()));
    }

    @Override
    public List<LeafDifference> differences(TreeLeaf there) {
      return Digest.ofLeaf(text).equals(there.digest())
          ? List.of()
          : List.of(new LeafDifference.Changed(id.value()));
    }
  }

  /**
   * A batch.
   *
   * @param places what is in each place of its list
   */
  record OfBatch(BatchText text, List<Place> places) implements LeafContent {

    public OfBatch {
      places = List.copyOf(places);
    }

    /** The digests of the members, by what is read now. */
    List<Digest> members() {
      return places.stream().map(place -> Digest.ofLeaf(place.texts().get(0))).toList();
    }

    /** The same as the leaf keeps them, if it does. */
    List<Digest> members(TreeLeaf there) {
      return there.members().isEmpty() ? members() : there.members();
    }

    private Digest digest(List<Digest> members) {
      return Digest.ofLeaf(text.with(Frontier.of(members).root()));
    }

    @Override
    public Option<TreeLeaf> leaf(Frontier tree) {
      List<Digest> members = members();
      return Option.some(
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
        places.get(at).difference(members.get(at)).forEach(differences::add);
      }
      return differences;
    }
  }

  /**
   * One place of a batch's list.
   *
   * @param texts what it may have been when its leaf was made: by what is read now, and then, where
   *     the document may have come or gone since, without it
   * @param presence what is there in its place
   */
  record Place(TransactionId id, List<String> texts, Presence presence) {

    public Place {
      texts = List.copyOf(texts);
    }

    /** What it was when its leaf was made. */
    Option<String> text(Digest there) {
      return Option.ofOptional(
          texts.stream().filter(text -> Digest.ofLeaf(text).equals(there)).findFirst());
    }

    Option<LeafDifference> difference(Digest there) {
      return presence == Presence.RECEIPT || text(there).isDefined()
          ? Option.none()
          : Option.some(
              presence == Presence.GONE
                  ? new LeafDifference.Removed(id.value(), true)
                  : new LeafDifference.Changed(id.value()));
    }
  }

  /** What is there in the place of a member. */
  enum Presence {
    /** Its document, or nothing, and that is as it should be. */
    AS_IT_SHOULD,
    /** Nothing, and there ought to be a document. */
    GONE,
    /** The receipt that retention has left: what it was can no longer be made from it. */
    RECEIPT
  }

  /**
   * There is no record of the number.
   *
   * @param leavesReceipt whether retention would have left a receipt in its place, if it is set to
   */
  record Gone(String id, String text, boolean leavesReceipt) implements LeafContent {

    @Override
    public Option<TreeLeaf> leaf(Frontier tree) {
      return Option.some(next(tree, Digest.ofLeaf(text), List.of()));
    }

    @Override
    public List<LeafDifference> differences(TreeLeaf there) {
      return Digest.ofLeaf(text).equals(there.digest())
          ? List.of()
          : List.of(new LeafDifference.Removed(id, leavesReceipt));
    }
  }

  /** Retention has left a receipt: what it was can no longer be made from it. */
  record Receipted(String text) implements LeafContent {

    @Override
    public Option<TreeLeaf> leaf(Frontier tree) {
      return Option.some(next(tree, Digest.ofLeaf(text), List.of()));
    }

    @Override
    public List<LeafDifference> differences(TreeLeaf there) {
      return List.of();
    }
  }

  /** There is nothing of the number, not even which record had it. */
  static LeafContent ofNothing(long number) {
    return new Gone("number " + number, RecordText.removed(number, Option.none()), false);
  }

  /** It has a number, and a read that is older than that shows it undecided. */
  record NotYet() implements LeafContent {

    @Override
    public Option<TreeLeaf> leaf(Frontier tree) {
      return Option.none();
    }

    @Override
    public List<LeafDifference> differences(TreeLeaf there) {
      return List.of();
    }
  }

  /** It cannot be read: its leaf says so, and the leaves behind it are made. */
  record Unreadable(String id, String text) implements LeafContent {

    @Override
    public Option<TreeLeaf> leaf(Frontier tree) {
      return Option.some(next(tree, Digest.ofLeaf(text), List.of()));
    }

    @Override
    public List<LeafDifference> differences(TreeLeaf there) {
      return Digest.ofLeaf(text).equals(there.digest())
          ? List.of()
          : List.of(new LeafDifference.Changed(id));
    }
  }

  private static TreeLeaf next(Frontier tree, Digest leaf, List<Digest> members) {
    return new TreeLeaf(tree.size() + 1, tree.with(leaf).nodes(), members);
  }
}

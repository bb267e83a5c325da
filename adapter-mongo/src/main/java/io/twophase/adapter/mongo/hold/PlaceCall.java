package io.twophase.adapter.mongo.hold;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.adapter.mongo.driver.KnownCollections;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.RefusedWriteException.TooLargeException;
import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.adapter.mongo.driver.Reply.InsertOutcome;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Sending;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.RecordId;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Places holds on the targets of one collection: updates, and inserts of placeholders. A request
 * that is refused whatever its target is like is not sent, nor is a range that is only looked at.
 *
 * <p>If some guards do not hold, or the server refuses a write for its size, then the targets are
 * read and {@link HoldRules} says why; the holds that the rules would allow by what was read are
 * sent again. That is no breach of rule 4: the one before was answered, and is not there.
 */
final class PlaceCall implements Calls.Part<Answer> {

  private static final int TRIES = 20;

  private final TargetReads targets;
  private final KnownCollections collections;
  private final CollectionName name;
  private final HoldRules rules;
  private final Optional<BsonDocument> room;
  private final List<Placing> asked;
  private final List<Hold> wanted;
  private final List<@Nullable WriteModel<BsonDocument>> writes;
  private final List<Integer> updating = new ArrayList<>();
  private final List<Integer> inserting = new ArrayList<>();
  private final @Nullable Answer[] answers;
  private final Sending first;

  /** The places of requests that have no answer yet, and whose holds are not placed. */
  private final SortedSet<Integer> open = new TreeSet<>();

  /** The traits of the collection, if documents are asked for. */
  private CollectionTraits known;

  /** A mark that a store that cannot be reached leaves the call in doubt. */
  private boolean sentAny;

  /**
   * @param room the condition that a target has room for another hold, if there is a limit
   */
  PlaceCall(
      TargetReads targets,
      KnownCollections collections,
      CollectionName name,
      HoldRules rules,
      Optional<BsonDocument> room,
      List<Placing> asked) {
    this.targets = targets;
    this.collections = collections;
    this.name = name;
    this.rules = rules;
    this.room = room;
    this.asked = asked;
    this.wanted = asked.stream().map(one -> Hold.of(targets.home(), one)).toList();
    this.writes = new ArrayList<>(asked.size());
    this.answers = new Answer[asked.size()];
    this.known =
        asked.stream().anyMatch(PlaceCall::isOfDocument)
            ? collections.traits(name)
            : CollectionTraits.PLAIN;
    for (int place = 0; place < asked.size(); place++) {
      writes.add(prepared(place));
    }
    this.first =
        new Sending(
            targets.table(),
            updating.stream().map(this::write).toList(),
            inserting.stream().map(this::placeholder).toList());
  }

  private static boolean isOfDocument(Placing one) {
    return one.target() instanceof Target.OfDocument;
  }

  /** Accounts, as far as their money is held, have no indexes and no rules of a host's. */
  private CollectionTraits traits(int place) {
    return isOfDocument(asked.get(place)) ? known : CollectionTraits.PLAIN;
  }

  private Target target(int place) {
    return asked.get(place).target();
  }

  private Hold wanted(int place) {
    return wanted.get(place);
  }

  /** The write that is sent first; null if none is. */
  private @Nullable WriteModel<BsonDocument> prepared(int place) {
    Optional<Answer> refused =
        isOfDocument(asked.get(place)) ? refusedAnyway(place) : Optional.empty();
    if (refused.isPresent()) {
      answer(place, refused.orElseThrow());
      return null;
    }
    Optional<WriteModel<BsonDocument>> write = model(place, targets.asksSize());
    if (write.isEmpty()) {
      open.add(place);
      return null;
    }
    (write.orElseThrow() instanceof InsertOneModel ? inserting : updating).add(place);
    return write.orElseThrow();
  }

  private Explanation explanation() {
    return new Explanation(rules);
  }

  private Optional<Answer> refusedAnyway(int place) {
    return explanation().always(traits(place), asked.get(place).claim());
  }

  /**
   * The write of a request.
   *
   * @param asksSize whether it compares its document's size, if its server can
   */
  private Optional<WriteModel<BsonDocument>> model(int place, boolean asksSize) {
    Claim claim = asked.get(place).claim();
    return TargetWrites.place(rules, room, wanted(place), claim, traits(place), asksSize);
  }

  private WriteModel<BsonDocument> write(int place) {
    return Objects.requireNonNull(writes.get(place));
  }

  private BsonDocument placeholder(int place) {
    return ((InsertOneModel<BsonDocument>) write(place)).getDocument();
  }

  private void answer(int place, Answer answer) {
    answers[place] = answer;
    open.remove(place);
  }

  /** Nothing more is sent once something is in doubt: neither these nor what is open. */
  private void restIsInDoubt(Collection<Integer> places) {
    places.forEach(place -> answer(place, Answer.inDoubt()));
    List.copyOf(open).forEach(place -> answer(place, Answer.inDoubt()));
  }

  @Override
  public Sending first() {
    return first;
  }

  @Override
  public List<Answer> finish() {
    sentAny = first.isSent() || !first.isEmpty();
    if (!updating.isEmpty() && !areUpdated()) {
      restIsInDoubt(inserting);
    } else if (!inserting.isEmpty()) {
      insertAll();
    }
    for (int tries = 0; tries < TRIES && !open.isEmpty(); tries++) {
      explain();
    }
    for (int place : List.copyOf(open)) {
      collections.forget(name);
      answer(place, Explanation.ofStuck(target(place), TRIES));
    }
    return Arrays.stream(answers).<Answer>map(Objects::requireNonNull).toList();
  }

  /** Answers whether nothing of the updates is in doubt. */
  private boolean areUpdated() {
    try {
      return updated(updating, first.updates().flatMap(matches -> placed(updating, matches)));
    } catch (RefusedWriteException one) {
      return updated(updating, recounted(updating));
    }
  }

  /** The updates that matched: where it is not told which, their holds are counted. */
  private Reply<BitSet> placed(List<Integer> places, Matches matches) {
    return matches.places(places, () -> shown(places), this::held);
  }

  /** The updates whose holds a read shows: it says which are counted together, and no more. */
  private BitSet shown(List<Integer> places) {
    BitSet shown = new BitSet();
    List<Target> read = places.stream().map(this::target).toList();
    List<Optional<List<Hold>>> holds =
        Reply.ofFollowUpRead(() -> targets.holds(read)).getOrElse(List.of());
    for (int at = 0; at < holds.size(); at++) {
      Hold wanted = wanted(places.get(at));
      shown.set(at, holds.get(at).filter(there -> there.contains(wanted)).isPresent());
    }
    return shown;
  }

  private void insertAll() {
    try {
      inserted(inserting, !updating.isEmpty(), first::inserts);
    } catch (RefusedWriteException one) {
      updated(inserting, recounted(inserting));
    }
  }

  /** Counts which of these are held exactly as asked: a read could be older than the command. */
  private Reply<Matches> held(List<Integer> places) {
    Stream<UpdateOneModel<BsonDocument>> held =
        places.stream().map(place -> TargetWrites.held(target(place), wanted(place)));
    return targets.table().update(held.toList());
  }

  /**
   * Returns which are held, after the server has refused one of a command: those before it are, and
   * those behind it were not tried. Those that are not are sent again, each alone.
   */
  private Reply<BitSet> recounted(List<Integer> places) {
    try {
      return Matches.counted(places, this::held);
    } catch (RefusedWriteException all) {
      return Reply.certain(new BitSet());
    }
  }

  /** Takes which updates matched; answers whether nothing of them is in doubt. */
  private boolean updated(List<Integer> places, Reply<BitSet> matched) {
    if (matched.isInDoubt()) {
      restIsInDoubt(places);
      return false;
    }
    BitSet placed = matched.getOrElse(new BitSet());
    IntStream.range(0, places.size()).forEach(at -> isNow(placed.get(at), places.get(at)));
    return true;
  }

  /** It is held; or it is not, and its target has to say why. */
  private void isNow(boolean held, int place) {
    if (held) {
      answer(place, Answer.held(wanted(place)));
    } else {
      open.add(place);
    }
  }

  private void inserted(
      List<Integer> places, boolean isFollowUp, Supplier<List<InsertOutcome>> send) {
    List<InsertOutcome> outcomes =
        isFollowUp
            ? Reply.ofFollowUpRead(send)
                .getOrElse(Collections.nCopies(places.size(), InsertOutcome.IN_DOUBT))
            : send.get();
    for (int at = 0; at < places.size(); at++) {
      int place = places.get(at);
      switch (outcomes.get(at)) {
        case INSERTED -> isNow(true, place);
        case IN_DOUBT -> answer(place, Answer.inDoubt());
        case KEY_TAKEN -> isNow(false, place);
      }
    }
    if (outcomes.contains(InsertOutcome.IN_DOUBT)) {
      restIsInDoubt(List.of());
    }
  }

  /** None if the store cannot be reached, and the call has sent something. */
  private <T> Optional<T> read(Supplier<T> read) {
    return sentAny
        ? Reply.ofFollowUpRead(read).fold(Optional::empty, Optional::of)
        : Optional.of(read.get());
  }

  /** Reads the targets of the open requests; what has no answer by them is sent again. */
  private void explain() {
    List<Integer> places = List.copyOf(open);
    Optional<List<Optional<Seen>>> read =
        read(() -> targets.find(places.stream().map(this::target).toList()));
    if (read.isEmpty()) {
      restIsInDoubt(places);
      return;
    }
    Set<Tuple2<Target, RecordId>> explained = new HashSet<>();
    Set<Target> waiting = new HashSet<>();
    List<Allowed> allowed = new ArrayList<>();
    for (int at = 0; at < places.size() && open.contains(places.get(at)); at++) {
      // what was read does not show the hold that the record's other request has placed since
      Target target = rules.stored(target(places.get(at)));
      if (!explained.add(Tuple.of(target, asked.get(places.get(at)).record()))) {
        waiting.add(target);
      } else if (!waiting.contains(target)) {
        explain(places.get(at), read.orElseThrow().get(at)).ifPresent(allowed::add);
      }
    }
    allowed.removeIf(one -> !open.contains(one.place()));
    if (!allowed.isEmpty()) {
      updateAgain(allowed);
    }
  }

  /** An update that the rules allow by what was read of its target. */
  private record Allowed(int place, Seen found) {}

  /** Answers a request by its target, or sends its insert again; returns its update, if allowed. */
  private Optional<Allowed> explain(int place, Optional<Seen> seen) {
    Optional<Optional<Seen>> confirmed = read(() -> confirmed(place, seen));
    Optional<Answer> answer =
        confirmed.flatMap(found -> explanation().of(traits(place), asked.get(place), found));
    if (confirmed.isEmpty()) {
      restIsInDoubt(List.of(place));
    } else if (answer.isPresent()) {
      answer(place, answer.orElseThrow());
    } else if (writes.get(place) instanceof InsertOneModel) {
      insertAgain(place);
    } else {
      return confirmed.orElseThrow().map(found -> new Allowed(place, found));
    }
    return Optional.empty();
  }

  /**
   * A target that refuses the claim, or that is not there, as a majority confirms it: any other
   * read may be older than an acknowledged write that gave what is asked for.
   */
  private Optional<Seen> confirmed(int place, Optional<Seen> seen) {
    boolean refuses =
        explanation()
            .of(traits(place), asked.get(place), seen)
            .map(Answer::kind)
            .filter(Set.of(Answer.Kind.REFUSED, Answer.Kind.SHORT)::contains)
            .isPresent();
    return refuses || seen.isEmpty() ? targets.confirmed(target(place), seen) : seen;
  }

  /**
   * The id is free: another document has a value of a unique index; or had one, or the id, a moment
   * ago; or there is an index that was not known.
   */
  private void insertAgain(int place) {
    Optional<Optional<Answer>> explained = read(() -> ofTaken(place).or(() -> renewed(place)));
    if (explained.isEmpty()) {
      restIsInDoubt(List.of(place));
    } else if (explained.orElseThrow().isPresent()) {
      answer(place, explained.orElseThrow().orElseThrow());
    } else {
      try {
        sentAny = true;
        List<BsonDocument> alone = List.of(placeholder(place));
        inserted(List.of(place), true, () -> targets.table().insertUnlessTaken(alone));
      } catch (RefusedWriteException refused) {
        answer(place, Explanation.ofRefused(target(place), refused));
      }
    }
  }

  private Optional<Answer> ofTaken(int place) {
    return target(place) instanceof Target.OfDocument document
        ? targets
            .taken(placeholder(place), traits(place).unique())
            .map(one -> Explanation.ofTaken(document.ref(), one))
        : Optional.empty();
  }

  /** Makes the write anew by what the collection is like now. */
  private Optional<Answer> renewed(int place) {
    collections.forget(name);
    known = collections.traits(name);
    model(place, targets.asksSize()).ifPresent(write -> writes.set(place, write));
    return refusedAnyway(place);
  }

  /**
   * Sends updates again, all that make their targets ready before all that place the holds. After a
   * refusal those that are not held are sent each alone, so that it is known which is refused.
   */
  private void updateAgain(List<Allowed> allowed) {
    List<Integer> places = allowed.stream().map(Allowed::place).toList();
    List<WriteModel<BsonDocument>> ready = new ArrayList<>();
    allowed.forEach(
        one -> Adoptions.of(one.found(), asked.get(one.place()).claim()).ifPresent(ready::add));
    try {
      // the rules have compared the size with what was read
      List<WriteModel<BsonDocument>> again =
          places.stream().map(place -> model(place, false).orElseThrow()).toList();
      updated(
          places,
          follow(ready).flatMap(made -> follow(again)).flatMap(matches -> placed(places, matches)));
    } catch (RefusedWriteException refused) {
      if (allowed.size() == 1) {
        answer(places.get(0), refused(allowed.get(0), refused));
      } else if (updated(places, recounted(places))) {
        for (Allowed one : allowed) {
          if (open.contains(one.place())) {
            updateAgain(List.of(one));
          }
        }
      }
    }
  }

  private Answer refused(Allowed one, RefusedWriteException refused) {
    return refused instanceof TooLargeException
        ? explanation().ofNoRoom(asked.get(one.place()), one.found(), refused)
        : Explanation.ofRefused(target(one.place()), refused);
  }

  private Reply<Matches> follow(List<WriteModel<BsonDocument>> some) {
    if (some.isEmpty()) {
      return Reply.certain(Matches.none());
    }
    sentAny = true;
    return Reply.ofFollowUp(() -> targets.table().update(some));
  }
}

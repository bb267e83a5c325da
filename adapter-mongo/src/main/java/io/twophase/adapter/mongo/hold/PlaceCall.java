package io.twophase.adapter.mongo.hold;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.RefusedWriteException.TooLargeException;
import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.adapter.mongo.driver.Reply.InsertOutcome;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Sending;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.RecordId;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
final class PlaceCall {

  private static final int TRIES = 20;

  private final MongoHolds holds;
  private final CollectionName name;
  private final Table writes;
  private final boolean areAccounts;
  private final List<Request> requests;
  private final List<Request> updating;
  private final List<Request> inserting;
  private final Sending first;

  /** The traits of the collection, if documents are asked for. */
  private CollectionTraits known;

  /** A mark that a store that cannot be reached leaves the call in doubt. */
  private boolean sentAny;

  /** Requests to be sent, on targets of one collection. */
  PlaceCall(MongoHolds holds, CollectionName name, List<Placing> asked) {
    this.holds = holds;
    this.name = name;
    this.writes = holds.table(name);
    this.areAccounts = name.equals(holds.accounts);
    boolean areSomeOfDocuments = asked.stream().anyMatch(PlaceCall::isOfDocument);
    if (areSomeOfDocuments) {
      holds.known.register(name);
    }
    this.known = areSomeOfDocuments ? holds.known.traits(name) : CollectionTraits.PLAIN;
    boolean asksSize = writes.server().tellsSizes();
    this.requests = asked.stream().map(one -> new Request(one, asksSize)).toList();
    this.updating = requests.stream().filter(one -> one.write instanceof UpdateOneModel).toList();
    this.inserting = requests.stream().filter(Request::isInsert).toList();
    this.first =
        new Sending(
            writes,
            updating.stream().map(one -> Objects.requireNonNull(one.write)).toList(),
            inserting.stream().map(Request::placeholder).toList());
  }

  private Explanation explanation() {
    return new Explanation(holds.rules);
  }

  private TargetReads targets() {
    return holds.targets(name);
  }

  private static boolean isOfDocument(Placing one) {
    return one.target() instanceof Target.OfDocument;
  }

  /** A request, and what the call knows of it. */
  private final class Request {

    private final Placing asked;
    private final boolean isOfDocument;
    private final Hold wanted;

    /** The write that is sent; null if none is. */
    private @Nullable WriteModel<BsonDocument> write;

    /** Null while the request is open: it has no answer yet, and its hold is not placed. */
    private @Nullable Answer answer;

    Request(Placing asked, boolean asksSize) {
      this.asked = asked;
      this.isOfDocument = PlaceCall.isOfDocument(asked);
      this.wanted = Hold.of(holds.home, asked);
      this.answer = refusedAnyway().orElse(null);
      this.write = isOpen() ? model(asksSize).orElse(null) : null;
    }

    boolean isOpen() {
      return answer == null;
    }

    void answerHeld() {
      answer = Answer.held(wanted);
    }

    Target target() {
      return asked.target();
    }

    /** Accounts, as far as their money is held, have no indexes and no rules of a host's. */
    CollectionTraits traits() {
      return isOfDocument ? known : CollectionTraits.PLAIN;
    }

    Optional<Answer> refusedAnyway() {
      return isOfDocument
          ? TargetWrites.refusal(asked.claim(), areAccounts, known).map(Answer::refused)
          : Optional.empty();
    }

    /**
     * The write of the request.
     *
     * @param asksSize whether it compares its document's size, if its server can
     */
    Optional<WriteModel<BsonDocument>> model(boolean asksSize) {
      return TargetWrites.place(holds.room, wanted, asked.claim(), areAccounts, traits(), asksSize);
    }

    boolean isInsert() {
      return write instanceof InsertOneModel;
    }

    BsonDocument placeholder() {
      return ((InsertOneModel<BsonDocument>) Objects.requireNonNull(write)).getDocument();
    }
  }

  private static List<Target> targets(List<Request> some) {
    return some.stream().map(Request::target).toList();
  }

  private List<Request> open() {
    return requests.stream().filter(Request::isOpen).toList();
  }

  /** Nothing more is sent once something is in doubt: so all that is open is, too. */
  private void restIsInDoubt() {
    open().forEach(one -> one.answer = Answer.IN_DOUBT);
  }

  Calls.Part<Answer> part() {
    return new Calls.Part<>(first, this::finish);
  }

  private List<Answer> finish() {
    try {
      sentAny = first.isSent();
      answerAll();
    } catch (StoreUnavailableException unreachable) {
      if (!sentAny) {
        throw unreachable;
      }
      restIsInDoubt();
    }
    return requests.stream().<Answer>map(one -> Objects.requireNonNull(one.answer)).toList();
  }

  private void answerAll() {
    if (!updating.isEmpty()) {
      updateAll();
      sentAny = true;
    }
    if (inserting.stream().anyMatch(Request::isOpen)) {
      insertAll();
      sentAny = true;
    }
    for (int tries = 0; tries < TRIES && !open().isEmpty(); tries++) {
      explain();
    }
    for (Request one : open()) {
      holds.known.forget(name);
      one.answer = Explanation.ofStuck(one.target(), TRIES);
    }
  }

  private void updateAll() {
    try {
      updated(updating, first.updates().flatMap(matches -> placed(updating, matches)));
    } catch (RefusedWriteException one) {
      updated(updating, recounted(updating));
    }
  }

  /** The updates that matched: where it is not told which, their holds are counted. */
  private Reply<BitSet> placed(List<Request> some, Matches matches) {
    return matches.places(some, () -> shown(some), this::held);
  }

  /** The updates whose holds a read shows: it says which are counted together, and no more. */
  private BitSet shown(List<Request> some) {
    BitSet shown = new BitSet();
    List<Optional<List<Hold>>> holds =
        Reply.ofFollowUpRead(() -> targets().holds(targets(some))).getOrElse(List.of());
    for (int at = 0; at < holds.size(); at++) {
      Hold wanted = some.get(at).wanted;
      shown.set(at, holds.get(at).filter(there -> there.contains(wanted)).isPresent());
    }
    return shown;
  }

  private void insertAll() {
    try {
      inserted(inserting, first.inserts());
    } catch (RefusedWriteException one) {
      updated(inserting, recounted(inserting));
    }
  }

  /** Counts which of these are held exactly as asked: a read could be older than the command. */
  private Reply<Matches> held(List<Request> some) {
    return writes.update(
        some.stream().map(one -> TargetWrites.held(one.target(), one.wanted)).toList());
  }

  /**
   * Returns which are held, after the server has refused one of a command: those before it are, and
   * those behind it were not tried. Those that are not are sent again, each alone.
   */
  private Reply<BitSet> recounted(List<Request> some) {
    try {
      return Matches.counted(some, this::held);
    } catch (RefusedWriteException all) {
      return Reply.certain(new BitSet());
    }
  }

  /** Takes which updates matched. The target of one that did not has to say why. */
  private void updated(List<Request> some, Reply<BitSet> matched) {
    matched
        .value()
        .ifPresentOrElse(
            placed -> placed.stream().forEach(at -> some.get(at).answerHeld()),
            this::restIsInDoubt);
  }

  private void inserted(List<Request> some, List<InsertOutcome> outcomes) {
    for (int at = 0; at < some.size(); at++) {
      if (outcomes.get(at) == InsertOutcome.INSERTED) {
        some.get(at).answerHeld();
      }
    }
    if (outcomes.contains(InsertOutcome.IN_DOUBT)) {
      restIsInDoubt();
    }
  }

  /** Reads the targets of the open requests; what has no answer by them is sent again. */
  private void explain() {
    List<Request> open = open();
    List<Optional<Seen>> read = targets().find(targets(open));
    Set<Tuple2<Target, RecordId>> explained = new HashSet<>();
    Set<Target> waiting = new HashSet<>();
    List<Allowed> allowed = new ArrayList<>();
    for (int at = 0; at < open.size() && open.get(at).isOpen(); at++) {
      // what was read does not show the hold that the record's other request has placed since
      Target target = holds.rules.stored(open.get(at).target());
      if (!explained.add(Tuple.of(target, open.get(at).asked.record()))) {
        waiting.add(target);
      } else if (!waiting.contains(target)) {
        explain(open.get(at), read.get(at)).ifPresent(allowed::add);
      }
    }
    allowed.removeIf(one -> !one.request().isOpen());
    if (!allowed.isEmpty()) {
      updateAgain(allowed);
    }
  }

  /** An update that the rules allow by what was read of its target. */
  private record Allowed(Request request, Seen found) {}

  /** Answers a request by its target, or sends its insert again; returns its update, if allowed. */
  private Optional<Allowed> explain(Request one, Optional<Seen> seen) {
    Optional<Seen> confirmed = confirmed(one, seen);
    Optional<Answer> answer = explanation().of(one.traits(), one.asked, confirmed);
    if (answer.isPresent()) {
      one.answer = answer.orElseThrow();
    } else if (one.isInsert()) {
      insertAgain(one);
    } else {
      return confirmed.map(found -> new Allowed(one, found));
    }
    return Optional.empty();
  }

  /**
   * A target that refuses the claim, or that is not there, as a majority confirms it: any other
   * read may be older than an acknowledged write that gave what is asked for.
   */
  private Optional<Seen> confirmed(Request one, Optional<Seen> seen) {
    boolean refuses =
        explanation()
            .of(one.traits(), one.asked, seen)
            .map(Answer::kind)
            .filter(Set.of(Answer.Kind.REFUSED, Answer.Kind.SHORT)::contains)
            .isPresent();
    return refuses || seen.isEmpty() ? targets().confirmed(one.target(), seen) : seen;
  }

  /**
   * The id is free: another document has a value of a unique index; or had one, or the id, a moment
   * ago; or there is an index that was not known.
   */
  private void insertAgain(Request one) {
    one.answer = ofTaken(one).or(() -> renewed(one)).orElse(null);
    if (one.isOpen()) {
      try {
        sentAny = true;
        inserted(List.of(one), writes.insertUnlessTaken(List.of(one.placeholder())));
      } catch (RefusedWriteException refused) {
        one.answer = Explanation.ofRefused(one.target(), refused);
      }
    }
  }

  private Optional<Answer> ofTaken(Request one) {
    return targets()
        .taken(one.placeholder(), one.traits().unique())
        .map(taken -> Explanation.ofTaken(((Target.OfDocument) one.target()).ref(), taken));
  }

  /** Makes the write anew by what the collection is like now. */
  private Optional<Answer> renewed(Request one) {
    holds.known.forget(name);
    known = holds.known.traits(name);
    one.model(writes.server().tellsSizes()).ifPresent(write -> one.write = write);
    return one.refusedAnyway();
  }

  /**
   * Sends updates again, all that make their targets ready before all that place the holds. After a
   * refusal those that are not held are sent each alone, so that it is known which is refused.
   */
  private void updateAgain(List<Allowed> allowed) {
    List<Request> some = allowed.stream().map(Allowed::request).toList();
    List<WriteModel<BsonDocument>> ready =
        allowed.stream()
            .flatMap(one -> Adoptions.of(one.found(), one.request().asked.claim()).stream())
            .toList();
    try {
      // the rules have compared the size with what was read
      List<WriteModel<BsonDocument>> again =
          some.stream().map(one -> one.model(false).orElseThrow()).toList();
      updated(
          some,
          follow(ready).flatMap(made -> follow(again)).flatMap(matches -> placed(some, matches)));
    } catch (RefusedWriteException refused) {
      if (allowed.size() == 1) {
        some.get(0).answer = refused(allowed.get(0), refused);
        return;
      }
      updated(some, recounted(some));
      for (Allowed one : allowed) {
        if (one.request().isOpen()) {
          updateAgain(List.of(one));
        }
      }
    }
  }

  private Answer refused(Allowed one, RefusedWriteException refused) {
    return refused instanceof TooLargeException
        ? explanation().ofNoRoom(one.request().asked, one.found(), refused)
        : Explanation.ofRefused(one.request().target(), refused);
  }

  private Reply<Matches> follow(List<WriteModel<BsonDocument>> some) {
    if (some.isEmpty()) {
      return Reply.certain(Matches.none());
    }
    sentAny = true;
    return writes.update(some);
  }
}

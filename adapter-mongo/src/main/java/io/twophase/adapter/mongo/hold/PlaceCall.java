package io.twophase.adapter.mongo.hold;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.call.FirstAnswers;
import io.twophase.adapter.mongo.call.FirstWrites;
import io.twophase.adapter.mongo.collection.CollectionTraits;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.InsertOutcome;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.hold.write.HoldTerms;
import io.twophase.adapter.mongo.hold.write.TargetWrites;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Target;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;

/**
 * The requests of a call on one collection, and the writes that place their holds: updates, and
 * inserts of placeholders. A request that is refused whatever its target is like is not sent, nor
 * is a range that is only looked at.
 */
final class PlaceCall {

  private final TargetCollection targets;
  private final HoldRules rules;
  private final TargetWrites models;
  private final List<Placing> asked;
  private final Map<Integer, WriteModel<BsonDocument>> writes = new HashMap<>();
  private final List<Integer> updating = new ArrayList<>();
  private final List<Integer> inserting = new ArrayList<>();
  private final PlaceAnswers answers = new PlaceAnswers();

  /** Of the collection, as far as documents are asked for. */
  private CollectionTraits known;

  /** Whether a store that cannot be reached leaves the call in doubt. */
  private boolean sentAny = true;

  PlaceCall(TargetCollection targets, HoldRules rules, List<Placing> asked) {
    this.targets = targets;
    this.rules = rules;
    this.models = new TargetWrites(rules);
    this.asked = asked;
    this.known =
        asked.stream().anyMatch(PlaceCall::isOfDocument)
            ? targets.traits().get()
            : CollectionTraits.PLAIN;
    Explanation explanation = new Explanation(rules);
    for (int place = 0; place < asked.size(); place++) {
      answerOrMake(place, explanation);
    }
  }

  private void answerOrMake(int place, Explanation explanation) {
    explanation
        .always(traits(place), asked.get(place).claim())
        .peek(refusal -> answers.answer(place, refusal))
        .onEmpty(() -> make(place));
  }

  private void make(int place) {
    Option<WriteModel<BsonDocument>> write = model(place, targets.asksSize());
    if (write.isEmpty()) {
      answers.leaveOpen(place);
    } else {
      writes.put(place, write.get());
      (isInsert(place) ? inserting : updating).add(place);
    }
  }

  /** Accounts, as far as their money is held, have no indexes and no rules of a host's. */
  CollectionTraits traits(int place) {
    return isOfDocument(asked.get(place)) ? known : CollectionTraits.PLAIN;
  }

  private static boolean isOfDocument(Placing one) {
    return one.claim().target().fold(account -> false, document -> true);
  }

  Placing asked(int place) {
    return asked.get(place);
  }

  Target target(int place) {
    return asked.get(place).claim().target();
  }

  PlaceAnswers answers() {
    return answers;
  }

  Hold wanted(int place) {
    return Hold.of(rules.home(), asked.get(place));
  }

  boolean isInsert(int place) {
    return writes.get(place) instanceof InsertOneModel<BsonDocument>;
  }

  BsonDocument placeholder(int place) {
    return ((InsertOneModel<BsonDocument>) Objects.requireNonNull(writes.get(place))).getDocument();
  }

  private List<BsonDocument> placeholders(List<Integer> places) {
    return places.stream().map(this::placeholder).toList();
  }

  /**
   * The write of a request.
   *
   * @param asksSize whether it compares its document's size, if its server can
   */
  private Option<WriteModel<BsonDocument>> model(int place, boolean asksSize) {
    return models.place(asked.get(place), new HoldTerms(rules.limit(), traits(place), asksSize));
  }

  /** Makes the write anew by what the collection is like now. */
  void renew(int place) {
    targets.forget().run();
    known = targets.traits().get();
    model(place, targets.asksSize()).forEach(write -> writes.put(place, write));
  }

  /** The writes that are sent before anything is known. */
  FirstWrites first() {
    return new FirstWrites(
        targets.writes(),
        updating.stream().map(place -> Objects.requireNonNull(writes.get(place))).toList(),
        placeholders(inserting));
  }

  /** It is all that is sent at first, for this call or any other. */
  void isAlone() {
    sentAny = !writes.isEmpty();
  }

  /** Takes what came of it. */
  void take(FirstAnswers sent) {
    boolean isKnown = updating.isEmpty() || updateAll(sent);
    if (!isKnown) {
      answers.restIsInDoubt(inserting);
    } else if (!inserting.isEmpty()) {
      insertAll(sent);
    }
  }

  /** None if the store cannot be reached, and the call has sent something. */
  <T> Option<T> read(Supplier<T> read) {
    return sentAny
        ? Answer.ofFollowUpRead(read).fold(Option::none, Option::some)
        : Option.some(read.get());
  }

  private boolean updateAll(FirstAnswers first) {
    Answer<Set<Integer>> all;
    try {
      all =
          first
              .updates()
              .flatMap(matches -> Recount.unlessTold(updating, matches, this::shown, this::held));
    } catch (RefusedWriteException one) {
      all = recounted(updating);
    }
    return updated(updating, all);
  }

  /** The updates whose holds a read shows: it says which are counted together, and no more. */
  private Set<Integer> shown() {
    List<Target> read = updating.stream().map(this::target).toList();
    return Answer.ofFollowUpRead(() -> targets.reads().holds(read))
        .map(
            holds ->
                IntStream.range(0, updating.size())
                    .filter(
                        at ->
                            holds.get(at).exists(there -> there.contains(wanted(updating.get(at)))))
                    .boxed()
                    .collect(Collectors.toSet()))
        .getOrElse(Set.of());
  }

  private void insertAll(FirstAnswers sent) {
    try {
      inserted(inserting, !updating.isEmpty(), sent::inserts);
    } catch (RefusedWriteException one) {
      updated(inserting, recounted(inserting));
    }
  }

  /** Counts which of these are held exactly as asked: a read could be older than the command. */
  private Answer<Matches> held(List<Integer> places) {
    return targets
        .writes()
        .update(
            places.stream()
                .map(place -> TargetWrites.held(asked.get(place).claim().target(), wanted(place)))
                .toList());
  }

  /**
   * Which are held, after the server has refused one of a command: those before it are, and those
   * behind it were not tried. Those that are not are sent again, each alone.
   */
  private Answer<Set<Integer>> recounted(List<Integer> places) {
    try {
      return Recount.of(places, this::held);
    } catch (RefusedWriteException all) {
      return Answer.certain(Set.of());
    }
  }

  /** Takes which updates matched; answers whether nothing of them is in doubt. */
  private boolean updated(List<Integer> places, Answer<Set<Integer>> matched) {
    return matched.fold(
        () -> {
          answers.restIsInDoubt(places);
          return false;
        },
        placed -> {
          for (int at = 0; at < places.size(); at++) {
            if (placed.contains(at)) {
              isHeld(places.get(at));
            } else {
              answers.leaveOpen(places.get(at));
            }
          }
          return true;
        });
  }

  private void isHeld(int place) {
    answers.held(place, wanted(place));
  }

  /**
   * Sends one update again; whether it was made is the answer, if it is known.
   *
   * @param adoption makes its target ready before
   */
  void updateAgain(int place, Option<WriteModel<BsonDocument>> adoption) {
    // the rules have compared the size with what was read
    WriteModel<BsonDocument> write = model(place, false).get();
    Answer<Matches> adopted =
        adoption.map(this::follow).getOrElse(() -> Answer.certain(Matches.none()));
    updated(
        List.of(place),
        adopted
            .flatMap(ready -> follow(write))
            .map(matches -> matches.total() > 0 ? Set.of(0) : Set.of()));
  }

  private Answer<Matches> follow(WriteModel<BsonDocument> write) {
    sentAny = true;
    return Answer.ofFollowUp(() -> targets.writes().update(List.of(write)));
  }

  /** Sends one placeholder again. */
  void insertAgain(int place) {
    sentAny = true;
    List<Integer> alone = List.of(place);
    inserted(alone, true, () -> targets.writes().insertUnlessTaken(placeholders(alone)));
  }

  private void inserted(
      List<Integer> places, boolean isFollowUp, Supplier<List<InsertOutcome>> send) {
    List<InsertOutcome> outcomes =
        isFollowUp
            ? Answer.ofFollowUp(() -> Answer.certain(send.get()))
                .getOrElse(Collections.nCopies(places.size(), InsertOutcome.IN_DOUBT))
            : send.get();
    for (int at = 0; at < places.size(); at++) {
      int place = places.get(at);
      switch (outcomes.get(at)) {
        case INSERTED -> isHeld(place);
        case IN_DOUBT -> answers.inDoubt(place);
        case KEY_TAKEN -> answers.leaveOpen(place);
      }
    }
    if (outcomes.contains(InsertOutcome.IN_DOUBT)) {
      answers.restIsInDoubt(List.of());
    }
  }
}

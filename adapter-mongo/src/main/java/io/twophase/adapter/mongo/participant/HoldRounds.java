package io.twophase.adapter.mongo.participant;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.call.FirstAnswers;
import io.twophase.adapter.mongo.call.FirstWrites;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.collection.CollectionTraits;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.InsertOutcome;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.TooLargeException;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.participant.DocumentReads.Stored;
import io.twophase.adapter.mongo.participant.write.HoldTerms;
import io.twophase.adapter.mongo.participant.write.StampWrites;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonDocument;

/**
 * Places holds on the documents of one collection: one command of updates and one of inserts where
 * all guards hold. Where some do not, or the server refuses one for its size, the documents are
 * read and say why; what their rules would allow by what was read is sent again, each alone. That
 * is no breach of rule 4: the one before was answered, and is not there.
 */
final class HoldRounds {

  private static final int TRIES = 20;

  private final Writes writes;
  private final DocumentReads reads;
  private final TakenValues taken;
  private final CollectionForm form;
  private final HoldLimit limit;
  private final boolean asksSize;
  private final Supplier<CollectionTraits> traits;
  private final Runnable forget;

  /**
   * @param form how the documents are stored
   * @param asksSize whether the server compares a document's size
   * @param traits what is known of the collection
   * @param forget has it read again
   */
  HoldRounds(
      Writes writes,
      DocumentReads reads,
      TakenValues taken,
      CollectionForm form,
      HoldLimit limit,
      boolean asksSize,
      Supplier<CollectionTraits> traits,
      Runnable forget) {
    this.writes = writes;
    this.reads = reads;
    this.taken = taken;
    this.form = form;
    this.limit = limit;
    this.asksSize = asksSize;
    this.traits = traits;
    this.forget = forget;
  }

  /** Legs to be held. What is refused whatever their documents are like is not sent. */
  Part<DocumentHoldOutcome> of(List<DocumentLeg> legs) {
    Call call = new Call(legs);
    return new Part<>() {
      @Override
      public FirstWrites first() {
        return call.firstWrites();
      }

      @Override
      public List<DocumentHoldOutcome> finish(FirstAnswers answers) {
        call.first(answers);
        return HoldRounds.this.finish(call);
      }
    };
  }

  /** One answer for each leg, in their order. */
  private List<DocumentHoldOutcome> finish(Call call) {
    for (int tries = 0; tries < TRIES && !call.answers.open().isEmpty(); tries++) {
      call.explain();
    }
    for (int place : call.answers.open()) {
      forget.run();
      call.answers.answer(place, Explanation.ofStuck(call.legs.get(place), TRIES));
    }
    return call.answers.inOrder(call.legs.size());
  }

  /** The legs of one call, and how far they are. */
  private final class Call {

    private final List<DocumentLeg> legs;
    private final Map<Integer, WriteModel<BsonDocument>> holds = new HashMap<>();
    private CollectionTraits known;
    private final List<Integer> updating = new ArrayList<>();
    private final List<Integer> inserting = new ArrayList<>();
    private final HoldAnswers answers = new HoldAnswers();

    private Call(List<DocumentLeg> legs) {
      this.legs = legs;
      this.known = traits.get();
      HoldTerms terms = terms(asksSize);
      for (int place = 0; place < legs.size(); place++) {
        Option<DocumentRefusal> refusal = form.refusal(known, legs.get(place));
        if (refusal.isDefined()) {
          answers.answer(place, new DocumentHoldOutcome.Refused(refusal.get()));
        } else {
          holds.put(place, form.hold(legs.get(place), terms));
          (isInsert(place) ? inserting : updating).add(place);
        }
      }
    }

    private WriteModel<BsonDocument> hold(int place) {
      return Objects.requireNonNull(holds.get(place));
    }

    private HoldTerms terms(boolean withSize) {
      return new HoldTerms(limit, known, withSize);
    }

    private FirstWrites firstWrites() {
      return new FirstWrites(writes, holdsOf(updating), placeholders(inserting));
    }

    private void first(FirstAnswers sent) {
      boolean isKnown = updating.isEmpty() || updateAll(updating, sent);
      if (!isKnown) {
        answers.restIsInDoubt(inserting);
      } else if (!inserting.isEmpty()) {
        insertAll(sent);
      }
    }

    private void insertAll(FirstAnswers sent) {
      try {
        insert(inserting, !updating.isEmpty(), sent::inserts);
      } catch (RefusedWriteException one) {
        updated(inserting, recounted(inserting.stream().map(legs::get).toList()));
      }
    }

    private List<WriteModel<BsonDocument>> holdsOf(List<Integer> places) {
      return places.stream().map(this::hold).toList();
    }

    private List<BsonDocument> placeholders(List<Integer> places) {
      return places.stream().map(this::placeholder).toList();
    }

    private boolean isInsert(int place) {
      return hold(place) instanceof InsertOneModel<BsonDocument>;
    }

    /** Takes the answer to updates; answers whether nothing of them is in doubt. */
    private boolean updateAll(List<Integer> places, FirstAnswers first) {
      List<DocumentLeg> sent = places.stream().map(legs::get).toList();
      Answer<Set<Integer>> all;
      try {
        all = first.updates().flatMap(matches -> Recount.unlessTold(sent, matches, this::held));
      } catch (RefusedWriteException one) {
        all = recounted(sent);
      }
      return updated(places, all);
    }

    /**
     * Which are held, after the server has refused one of a command: those before it are, and those
     * behind it were not tried. Those that are not are sent again, each alone.
     */
    private Answer<Set<Integer>> recounted(List<DocumentLeg> sent) {
      try {
        return Recount.of(sent, this::held);
      } catch (RefusedWriteException all) {
        return Answer.certain(Set.of());
      }
    }

    private boolean updated(List<Integer> places, Answer<Set<Integer>> answer) {
      return answer.fold(
          () -> {
            answers.restIsInDoubt(places);
            return false;
          },
          placed -> {
            for (int at = 0; at < places.size(); at++) {
              if (placed.contains(at)) {
                answers.answer(places.get(at), DocumentHoldOutcome.held());
              } else {
                answers.leaveOpen(places.get(at));
              }
            }
            return true;
          });
    }

    /** Counts which of these are held exactly as asked: a read could be older than the command. */
    private Answer<Matches> held(List<DocumentLeg> some) {
      return writes.update(some.stream().map(StampWrites::confirming).toList());
    }

    /** Sends placeholders; answers whether nothing of them is in doubt. */
    private boolean insert(
        List<Integer> places, boolean isFollowUp, Supplier<List<InsertOutcome>> send) {
      List<InsertOutcome> outcomes =
          isFollowUp
              ? Answer.ofFollowUp(() -> Answer.certain(send.get()))
                  .getOrElse(Collections.nCopies(places.size(), InsertOutcome.IN_DOUBT))
              : send.get();
      for (int at = 0; at < places.size(); at++) {
        switch (outcomes.get(at)) {
          case INSERTED -> answers.answer(places.get(at), DocumentHoldOutcome.held());
          case IN_DOUBT -> answers.answer(places.get(at), DocumentHoldOutcome.inDoubt());
          case KEY_TAKEN -> answers.leaveOpen(places.get(at));
        }
      }
      boolean isKnown = !outcomes.contains(InsertOutcome.IN_DOUBT);
      if (!isKnown) {
        answers.restIsInDoubt(List.of());
      }
      return isKnown;
    }

    private BsonDocument placeholder(int place) {
      return ((InsertOneModel<BsonDocument>) hold(place)).getDocument();
    }

    /** Reads the documents of the open legs; what has no answer by them is sent again alone. */
    private void explain() {
      List<Integer> places = answers.open();
      List<DocumentRef> refs = places.stream().map(place -> legs.get(place).document()).toList();
      Answer<List<Option<Stored>>> read = Answer.ofFollowUpRead(() -> reads.find(refs));
      if (read.isInDoubt()) {
        answers.restIsInDoubt(places);
        return;
      }
      List<Option<Stored>> found = read.getOrElse(List.of());
      Set<Tuple2<DocumentRef, TransactionId>> explained = new HashSet<>();
      Set<DocumentRef> waiting = new HashSet<>();
      for (int at = 0; at < places.size() && answers.isOpen(places.get(at)); at++) {
        // what was read does not show the hold that another leg of the transaction has placed since
        DocumentLeg leg = legs.get(places.get(at));
        if (!explained.add(Tuple.of(leg.document(), leg.transaction()))) {
          waiting.add(leg.document());
        } else if (!waiting.contains(leg.document())) {
          explain(places.get(at), found.get(at));
        }
      }
    }

    private void explain(int place, Option<Stored> seen) {
      DocumentLeg leg = legs.get(place);
      Answer<Option<Stored>> confirmed = Answer.ofFollowUpRead(() -> confirmed(leg, seen));
      if (confirmed.isInDoubt()) {
        answers.restIsInDoubt(List.of(place));
        return;
      }
      Option<Stored> found = confirmed.getOrElse(seen);
      Option<DocumentHoldOutcome> answer = form.explain(leg, found, terms(false));
      if (answer.isDefined()) {
        answers.answer(place, answer.get());
      } else if (isInsert(place)) {
        insertAgain(place);
      } else {
        updateAgain(place, found.get());
      }
    }

    /**
     * A document that refuses the leg, or that is not there, as a majority confirms it: any other
     * read may be older than an acknowledged write that gave what is asked for.
     */
    private Option<Stored> confirmed(DocumentLeg leg, Option<Stored> seen) {
      boolean refuses =
          form.explain(leg, seen, terms(false))
              .exists(answer -> answer instanceof DocumentHoldOutcome.Refused);
      return refuses || seen.isEmpty() ? reads.confirmed(leg.document(), seen) : seen;
    }

    /**
     * The id is free: another document has a value of a unique index; or had one, or the id, a
     * moment ago; or there is an index that was not known.
     */
    private void insertAgain(int place) {
      Answer<Option<DocumentHoldOutcome>> explained =
          Answer.ofFollowUpRead(() -> ofTaken(place).orElse(() -> ofNewIndex(place)));
      explained.fold(
          () -> {
            answers.restIsInDoubt(List.of(place));
            return false;
          },
          answer -> {
            answer.forEach(outcome -> answers.answer(place, outcome));
            return answer.isDefined() || insertAlone(place);
          });
    }

    private boolean insertAlone(int place) {
      List<Integer> alone = List.of(place);
      try {
        return insert(alone, true, () -> writes.insertUnlessTaken(placeholders(alone)));
      } catch (RefusedWriteException refused) {
        answers.answer(place, Explanation.ofRefused(legs.get(place), refused));
        return true;
      }
    }

    private Option<DocumentHoldOutcome> ofTaken(int place) {
      return taken
          .of(placeholder(place), known.unique())
          .map(one -> Explanation.ofTaken(legs.get(place), one));
    }

    /** Makes the placeholder anew by what the collection is like now. */
    private Option<DocumentHoldOutcome> ofNewIndex(int place) {
      forget.run();
      known = traits.get();
      DocumentLeg leg = legs.get(place);
      holds.put(place, form.hold(leg, terms(asksSize)));
      return form.refusal(known, leg).map(DocumentHoldOutcome.Refused::new);
    }

    private void updateAgain(int place, Stored found) {
      DocumentLeg leg = legs.get(place);
      try {
        if (Answer.ofFollowUp(() -> form.prepare(writes, leg, found)).isInDoubt()) {
          answers.restIsInDoubt(List.of(place));
          return;
        }
        // its rules have compared the size with what was read
        WriteModel<BsonDocument> hold = form.hold(leg, terms(false));
        updated(
            List.of(place),
            Answer.ofFollowUp(() -> writes.update(List.of(hold)))
                .map(matches -> matches.total() > 0 ? Set.of(0) : Set.of()));
      } catch (TooLargeException noRoom) {
        answers.answer(place, Explanation.ofNoRoom(leg, found));
      } catch (RefusedWriteException refused) {
        answers.answer(place, Explanation.ofRefused(leg, refused));
      }
    }
  }
}

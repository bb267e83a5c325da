package io.twophase.adapter.mongo.participant;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.account.HoldLimit;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentHoldAnswer;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.bson.BsonDocument;

/**
 * Places holds on the documents of one collection: one command of updates and one of inserts where
 * all guards hold. Where some do not, the documents are read and say why; what their rules would
 * allow by what was read is sent again, each alone. That is no breach of rule 4: the one before was
 * answered, and is not there.
 */
final class HoldRounds {

  private static final int TRIES = 20;

  private final Writes writes;
  private final DocumentReads reads;
  private final BoundsAdoption adoption;
  private final HoldLimit limit;

  HoldRounds(Writes writes, DocumentReads reads, HoldLimit limit) {
    this.writes = writes;
    this.reads = reads;
    this.adoption = new BoundsAdoption(writes);
    this.limit = limit;
  }

  /** One answer for each leg, in their order. */
  List<DocumentHoldOutcome> place(List<DocumentLeg> legs) {
    Call call = new Call(legs);
    call.first();
    for (int tries = 0; tries < TRIES && !call.open.isEmpty(); tries++) {
      call.explain();
    }
    if (!call.open.isEmpty()) {
      DocumentLeg leg = legs.get(call.open.keySet().iterator().next());
      throw new StoreException(
          "document "
              + leg.document()
              + " refused a hold "
              + TRIES
              + " times, and its fields allow it");
    }
    return legs.stream().map(leg -> Objects.requireNonNull(call.answers.get(leg))).toList();
  }

  /** The legs of one call, and how far they are. */
  private final class Call {

    private final List<DocumentLeg> legs;
    private final Map<DocumentLeg, DocumentHoldOutcome> answers = new HashMap<>();

    /** The places of legs without an answer, and whether this call may have placed each. */
    private final Map<Integer, Boolean> open = new TreeMap<>();

    /** How many of those the first command has placed, where only the sum was told. */
    private int placed;

    private Call(List<DocumentLeg> legs) {
      this.legs = legs;
    }

    private void answer(int place, DocumentHoldOutcome outcome) {
      answers.put(legs.get(place), outcome);
      open.remove(place);
    }

    private void first() {
      List<Integer> inserting = new ArrayList<>();
      List<Integer> updating = new ArrayList<>();
      List<WriteModel<BsonDocument>> updates = new ArrayList<>();
      List<BsonDocument> placeholders = new ArrayList<>();
      for (int at = 0; at < legs.size(); at++) {
        WriteModel<BsonDocument> write = HoldWrites.of(legs.get(at), limit);
        if (write instanceof InsertOneModel<BsonDocument> insert) {
          inserting.add(at);
          placeholders.add(insert.getDocument());
        } else {
          updating.add(at);
          updates.add(write);
        }
      }
      if (!updates.isEmpty()) {
        writes.update(updates).fold(() -> inDoubt(updating), sent -> matched(updating, sent));
      }
      if (!placeholders.isEmpty()) {
        inserted(inserting, insert(placeholders, !updates.isEmpty()));
      }
    }

    private List<BeginOutcome> insert(List<BsonDocument> placeholders, boolean isFollowUp) {
      return isFollowUp
          ? Answer.ofFollowUp(() -> Answer.certain(writes.insert(placeholders)))
              .getOrElse(Collections.nCopies(placeholders.size(), BeginOutcome.IN_DOUBT))
          : writes.insert(placeholders);
    }

    private boolean inDoubt(List<Integer> places) {
      places.forEach(place -> answer(place, DocumentHoldOutcome.inDoubt()));
      return false;
    }

    private boolean matched(List<Integer> places, Matches matches) {
      boolean all = matches.total() == places.size();
      placed = matches.areTold() ? 0 : matches.total();
      for (int at = 0; at < places.size(); at++) {
        int place = places.get(at);
        Option<Integer> own = matches.of(at);
        if (all || own.exists(count -> count > 0)) {
          answer(place, DocumentHoldOutcome.held());
        } else {
          open.put(place, own.isEmpty());
        }
      }
      return true;
    }

    private void inserted(List<Integer> places, List<BeginOutcome> outcomes) {
      for (int at = 0; at < places.size(); at++) {
        switch (outcomes.get(at)) {
          case BEGUN -> answer(places.get(at), DocumentHoldOutcome.held());
          case IN_DOUBT -> answer(places.get(at), DocumentHoldOutcome.inDoubt());
          case ID_TAKEN -> open.put(places.get(at), false);
        }
      }
    }

    /** Reads the documents of the open legs; what has no answer by them is sent again alone. */
    private void explain() {
      List<Integer> places = List.copyOf(open.keySet());
      List<DocumentRef> refs = places.stream().map(place -> legs.get(place).document()).toList();
      Answer.ofFollowUpRead(() -> reads.find(refs))
          .fold(
              () -> inDoubt(places),
              found -> {
                tellPlaced(places, found);
                for (int at = 0; at < places.size(); at++) {
                  explain(places.get(at), found.get(at));
                }
                return true;
              });
    }

    /**
     * Where the documents show as many of the holds as the first command has placed, it has placed
     * these. Where they show more, some were there before, and nobody knows which; but what is not
     * shown was not placed. Where they show fewer, the read is older than the command, or a hold
     * has been given back since: what is not shown stays in doubt.
     */
    private void tellPlaced(List<Integer> places, List<Option<Either<String, Participant>>> found) {
      List<Integer> untold = new ArrayList<>();
      List<Integer> shown = new ArrayList<>();
      for (int at = 0; at < places.size(); at++) {
        int place = places.get(at);
        if (Objects.requireNonNull(open.get(place))) {
          untold.add(place);
          if (found.get(at).exists(stored -> stored.exists(there -> shows(there, place)))) {
            shown.add(place);
          }
        }
      }
      if (shown.size() < placed) {
        return;
      }
      untold.forEach(place -> open.put(place, false));
      if (shown.size() == placed) {
        shown.forEach(place -> answer(place, DocumentHoldOutcome.held()));
      }
    }

    private boolean shows(Participant document, int place) {
      return document.holds().contains(DocumentHold.of(legs.get(place)));
    }

    private void explain(int place, Option<Either<String, Participant>> found) {
      if (!open.containsKey(place)) {
        return;
      }
      DocumentLeg leg = legs.get(place);
      boolean mayBePlaced = Objects.requireNonNull(open.get(place));
      if (found.exists(Either::isLeft)) {
        String fault = found.get().getLeft();
        answer(
            place,
            new DocumentHoldOutcome.Refused(
                new DocumentRefusal.DocumentCorrupt(leg.document(), fault)));
        return;
      }
      Option<Participant> document = found.map(Either::get);
      ParticipantRules.hold(document, leg, limit)
          .fold(
              kept -> kept(place, kept, mayBePlaced),
              allowed -> again(place, document, mayBePlaced));
    }

    private boolean kept(int place, DocumentHoldAnswer answer, boolean mayBePlaced) {
      DocumentHoldOutcome outcome =
          answer.fold(
              present -> new DocumentHoldOutcome.Present(present.epoch(), present.exactly()),
              busy -> new DocumentHoldOutcome.Busy(busy.holder()),
              denied -> new DocumentHoldOutcome.Refused(denied.refusal()));
      boolean isOwn = outcome instanceof DocumentHoldOutcome.Present;
      // a read that does not show what this call may have placed may be older than the call
      answer(place, mayBePlaced && !isOwn ? DocumentHoldOutcome.inDoubt() : outcome);
      return true;
    }

    private boolean again(int place, Option<Participant> document, boolean mayBePlaced) {
      if (mayBePlaced) {
        answer(place, DocumentHoldOutcome.inDoubt());
        return true;
      }
      DocumentLeg leg = legs.get(place);
      if (leg.operation() instanceof AddToField addition
          && document.isDefined()
          && Answer.ofFollowUp(() -> adoption.adopt(document.get(), addition)).isInDoubt()) {
        answer(place, DocumentHoldOutcome.inDoubt());
        return true;
      }
      WriteModel<BsonDocument> write = HoldWrites.of(leg, limit);
      if (write instanceof InsertOneModel<BsonDocument> insert) {
        inserted(List.of(place), insert(List.of(insert.getDocument()), true));
        return true;
      }
      return Answer.ofFollowUp(() -> writes.update(List.of((UpdateOneModel<BsonDocument>) write)))
          .fold(() -> inDoubt(List.of(place)), sent -> matched(List.of(place), sent));
    }
  }
}

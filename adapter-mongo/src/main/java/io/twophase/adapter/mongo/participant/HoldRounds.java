package io.twophase.adapter.mongo.participant;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.account.HoldLimit;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentHoldAnswer;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.participant.SizeLimit;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
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
      DocumentLeg leg = legs.get(call.open.first());
      throw new StoreException(
          "document "
              + leg.document()
              + " refused a hold "
              + TRIES
              + " times, and its fields allow it");
    }
    return IntStream.range(0, legs.size())
        .mapToObj(place -> Objects.requireNonNull(call.answers.get(place)))
        .toList();
  }

  /** The legs of one call, and how far they are. */
  private final class Call {

    private final List<DocumentLeg> legs;
    private final List<WriteModel<BsonDocument>> holds;
    private final Map<Integer, DocumentHoldOutcome> answers = new HashMap<>();

    /** The places of legs that have no answer yet, and are not placed. */
    private final SortedSet<Integer> open = new TreeSet<>();

    private Call(List<DocumentLeg> legs) {
      this.legs = legs;
      this.holds = legs.stream().map(leg -> HoldWrites.of(leg, limit)).toList();
    }

    private void answer(int place, DocumentHoldOutcome outcome) {
      answers.put(place, outcome);
      open.remove(place);
    }

    /** Nothing more is sent once something is in doubt. */
    private void restIsInDoubt(Collection<Integer> places) {
      List.copyOf(places).forEach(place -> answer(place, DocumentHoldOutcome.inDoubt()));
      List.copyOf(open).forEach(place -> answer(place, DocumentHoldOutcome.inDoubt()));
    }

    private void first() {
      List<Integer> inserting = new ArrayList<>();
      List<Integer> updating = new ArrayList<>();
      for (int place = 0; place < legs.size(); place++) {
        Option<DocumentRefusal> tooLarge = tooLarge(legs.get(place));
        if (tooLarge.isDefined()) {
          answer(place, new DocumentHoldOutcome.Refused(tooLarge.get()));
        } else if (isInsert(place)) {
          inserting.add(place);
        } else {
          updating.add(place);
        }
      }
      boolean isKnown = updating.isEmpty() || update(updating, false);
      if (!isKnown) {
        restIsInDoubt(inserting);
      } else if (!inserting.isEmpty()) {
        insert(inserting, !updating.isEmpty());
      }
    }

    private boolean isInsert(int place) {
      return holds.get(place) instanceof InsertOneModel<BsonDocument>;
    }

    private Option<DocumentRefusal> tooLarge(DocumentLeg leg) {
      return leg.operation() instanceof InsertDocument insert
          ? SizeLimit.refusal(leg.document(), insert.fields())
          : Option.none();
    }

    /** Sends updates; answers whether nothing of them is in doubt. */
    private boolean update(List<Integer> places, boolean isFollowUp) {
      List<DocumentLeg> sent = places.stream().map(legs::get).toList();
      List<WriteModel<BsonDocument>> models = places.stream().map(holds::get).toList();
      Answer<Matches> answer =
          isFollowUp ? Answer.ofFollowUp(() -> writes.update(models)) : writes.update(models);
      return answer
          .flatMap(matches -> Recount.unlessTold(sent, matches, this::held))
          .fold(
              () -> {
                restIsInDoubt(places);
                return false;
              },
              placed -> {
                for (int at = 0; at < places.size(); at++) {
                  if (placed.contains(at)) {
                    answer(places.get(at), DocumentHoldOutcome.held());
                  } else {
                    open.add(places.get(at));
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
    private boolean insert(List<Integer> places, boolean isFollowUp) {
      List<BsonDocument> placeholders =
          places.stream()
              .map(place -> ((InsertOneModel<BsonDocument>) holds.get(place)).getDocument())
              .toList();
      List<BeginOutcome> outcomes =
          isFollowUp
              ? Answer.ofFollowUp(() -> Answer.certain(writes.insert(placeholders)))
                  .getOrElse(Collections.nCopies(places.size(), BeginOutcome.IN_DOUBT))
              : writes.insert(placeholders);
      for (int at = 0; at < places.size(); at++) {
        switch (outcomes.get(at)) {
          case BEGUN -> answer(places.get(at), DocumentHoldOutcome.held());
          case IN_DOUBT -> answer(places.get(at), DocumentHoldOutcome.inDoubt());
          case ID_TAKEN -> open.add(places.get(at));
        }
      }
      boolean isKnown = !outcomes.contains(BeginOutcome.IN_DOUBT);
      if (!isKnown) {
        restIsInDoubt(List.of());
      }
      return isKnown;
    }

    /** Reads the documents of the open legs; what has no answer by them is sent again alone. */
    private void explain() {
      List<Integer> places = List.copyOf(open);
      List<DocumentRef> refs = places.stream().map(place -> legs.get(place).document()).toList();
      Answer<List<Option<Either<String, Participant>>>> read =
          Answer.ofFollowUpRead(() -> reads.find(refs));
      if (read.isInDoubt()) {
        restIsInDoubt(places);
        return;
      }
      List<Option<Either<String, Participant>>> found = read.getOrElse(List.of());
      for (int at = 0; at < places.size() && open.contains(places.get(at)); at++) {
        explain(places.get(at), found.get(at));
      }
    }

    private void explain(int place, Option<Either<String, Participant>> found) {
      DocumentLeg leg = legs.get(place);
      if (found.exists(Either::isLeft)) {
        String fault = found.get().getLeft();
        answer(
            place,
            new DocumentHoldOutcome.Refused(
                new DocumentRefusal.DocumentCorrupt(leg.document(), fault)));
        return;
      }
      Option<Participant> document = found.map(Either::get);
      Either<DocumentHoldAnswer, Participant> rules = ParticipantRules.hold(document, leg, limit);
      if (rules.isLeft()) {
        answer(
            place,
            rules
                .getLeft()
                .fold(
                    present -> new DocumentHoldOutcome.Present(present.epoch(), present.exactly()),
                    busy -> new DocumentHoldOutcome.Busy(busy.holder()),
                    denied -> new DocumentHoldOutcome.Refused(denied.refusal())));
      } else {
        again(place, document);
      }
    }

    private void again(int place, Option<Participant> document) {
      DocumentLeg leg = legs.get(place);
      if (leg.operation() instanceof AddToField addition
          && document.isDefined()
          && Answer.ofFollowUp(() -> adoption.adopt(document.get(), addition)).isInDoubt()) {
        restIsInDoubt(List.of(place));
      } else if (isInsert(place)) {
        insert(List.of(place), true);
      } else {
        update(List.of(place), true);
      }
    }
  }
}

package io.twophase.adapter.mongo.participant.write;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.value.GuardFilters;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.participant.EscrowField;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Gives a number field its bounds at the first addition: by a compare-and-set on the value that was
 * read, where the field has no bounds yet and no hold says what it must stay.
 */
public final class BoundsAdoption {

  private final Writes writes;

  public BoundsAdoption(Writes writes) {
    this.writes = writes;
  }

  /** Whether it took effect is not told: who has read that it is needed sends the hold again. */
  public Answer<Matches> adopt(Participant document, AddToField addition) {
    Option<Value> value = document.fields().get(addition.field());
    Option<Long> number = value.flatMap(Value::wholeNumber);
    if (document.escrow().containsKey(addition.field()) || number.isEmpty()) {
      return Answer.certain(Matches.none());
    }
    EscrowField bounds = EscrowField.around(number.get(), addition.floor(), addition.ceiling());
    List<BsonDocument> conditions = new ArrayList<>(ReadableFilters.all());
    conditions.add(
        GuardFilters.of(new Guard.Is(new FieldPath(List.of(addition.field())), value.get())));
    conditions.add(
        new BsonDocument(
            addition.field(), new BsonDocument("$type", new BsonString(value.get().type()))));
    conditions.add(HoldFilters.hasNoBounds(addition.field()));
    conditions.add(HoldFilters.hasNoExclusive());
    conditions.add(HoldFilters.hasNone(HoldMode.SHARED, Set.of(addition.field())));
    BsonDocument filter = HoldFilters.of(Values.encode(document.ref().id()), conditions);
    return writes.update(
        List.of(
            new UpdateOneModel<>(
                filter,
                new BsonDocument(
                    "$set",
                    new BsonDocument(
                        Field.path(Names.ESCROW, addition.field()),
                        ParticipantCodec.encode(bounds))))));
  }
}

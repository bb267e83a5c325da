package io.twophase.adapter.mongo.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.OperatorName;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.ports.ActionRepository;
import io.vavr.control.Either;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How actions are stored, and what is shown of one that cannot be read. */
class MongoActionRepositoryTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final String COLLECTION = "transactions_actions";
  private static final ActionId ID = new ActionId("a");
  private static final OperatorAction ACTION =
      new OperatorAction(
          ID,
          new OperatorName("Ann"),
          new ActionReason("asked to"),
          ActionKind.CAPTURE,
          "t7",
          Map.of("amount", "12.00 USD"));

  private final ActionRepository actions = FRESH.store().actions();

  private MongoCollection<BsonDocument> stored() {
    return FRESH.collection(COLLECTION);
  }

  @Test
  void anActionIsOneDocument() {
    actions.begin(ACTION);
    actions.finish(ID, new ActionOutcome("Captured", "all"));

    BsonDocument document = stored().find().first();
    assertThat(document.remove("createdAt").isDateTime()).isTrue();
    assertThat(document.remove("finishedAt").isDateTime()).isTrue();
    assertThat(document)
        .isEqualTo(
            BsonDocument.parse(
                "{_id: 'a', operator: 'Ann', reason: 'asked to', kind: 'capture', subject: 't7',"
                    + " arguments: {amount: '12.00 USD'}, v: 1,"
                    + " outcome: {code: 'Captured', message: 'all'}}"));
  }

  @Test
  void aStoreWithoutActionsHasNoCollectionOfThem() {
    actions.latest(Optional.empty(), Optional.empty(), 0, 1);
    assertThat(FRESH.database().listCollectionNames()).doesNotContain(COLLECTION);
  }

  @Test
  void whatCannotBeReadIsShownInItsPlaceAndKeepsItsId() {
    actions.begin(ACTION);
    stored().updateOne(new BsonDocument(), BsonDocument.parse("{$set: {kind: 'set state'}}"));
    Either<String, Object> unreadable =
        Either.left("action a: kind is 'set state', which is no kind");

    assertThat(actions.find(ID)).isEqualTo(Optional.of(unreadable));
    assertThat(actions.latest(Optional.empty(), Optional.empty(), 0, 9))
        .isEqualTo(List.of(unreadable));
    assertThat(actions.begin(ACTION)).isEqualTo(BeginOutcome.ID_TAKEN);
  }
}

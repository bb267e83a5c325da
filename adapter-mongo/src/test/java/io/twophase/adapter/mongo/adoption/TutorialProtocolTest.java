package io.twophase.adapter.mongo.adoption;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.adapter.mongo.adoption.TutorialProtocol.TutorialTransfer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tutorial's protocol is as published: its steps, and what goes wrong in them. */
class TutorialProtocolTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final TutorialTransfer TRANSFER = TutorialTransfer.of("t1", "A", "B", 100);

  private final TutorialProtocol tutorial =
      TutorialProtocol.using(FRESH.database(), "accounts", "transactions");

  @BeforeEach
  void openAccounts() {
    tutorial.openAccount("A", 1000);
    tutorial.openAccount("B", 1000);
  }

  private static BsonDocument read(String collection, String id) {
    Bson byId = new BsonDocument("_id", new BsonString(id));
    return Objects.requireNonNull(FRESH.collection(collection).find(byId).first());
  }

  private static String account(String id) {
    BsonDocument account = read("accounts", id);
    List<String> marks = new ArrayList<>();
    account.getArray("pendingTransactions").forEach(mark -> marks.add(mark.asString().getValue()));
    return account.getNumber("balance").longValue() + " " + marks;
  }

  /** The state of the transaction and both accounts. */
  private static String books() {
    return read("transactions", "t1").getString("state").getValue()
        + ", "
        + account("A")
        + ", "
        + account("B");
  }

  @Test
  void itsStepsLeadFromInitialToDone() {
    tutorial.submit(TRANSFER);
    assertThat(books()).isEqualTo("initial, 1000 [], 1000 []");

    assertThat(tutorial.claim("App1")).isEqualTo(Optional.of(TRANSFER));
    assertThat(tutorial.claim("App2")).isEmpty();
    assertThat(read("transactions", "t1").getString("application").getValue()).isEqualTo("App1");
    Instant later = Instant.now().plusSeconds(60);
    assertThat(tutorial.findPending(later)).isEqualTo(Optional.of(TRANSFER));
    assertThat(tutorial.findPending(Instant.now().minusSeconds(60))).isEmpty();

    tutorial.applyToSource(TRANSFER);
    tutorial.applyToSource(TRANSFER);
    assertThat(books()).isEqualTo("pending, 900 [t1], 1000 []");
    tutorial.applyToDestination(TRANSFER);
    tutorial.markApplied(TRANSFER);
    assertThat(books()).isEqualTo("applied, 900 [t1], 1100 [t1]");
    assertThat(tutorial.findPending(later)).isEmpty();

    tutorial.pullFromSource(TRANSFER);
    tutorial.pullFromDestination(TRANSFER);
    tutorial.markDone(TRANSFER);
    assertThat(books()).isEqualTo("done, 900 [], 1100 []");
  }

  @ParameterizedTest
  @ValueSource(strings = {"100", "100.0", "{$numberLong: '100'}"})
  void itKeepsWhateverTypesTheDocumentsHave(String value) {
    FRESH
        .collection("transactions")
        .insertOne(
            BsonDocument.parse(
                "{_id: 1, source: 'A', destination: 'B', state: 'initial', value: %s}"
                    .formatted(value)));

    TutorialTransfer claimed = tutorial.claim("App1").orElseThrow();
    tutorial.run(claimed);

    assertThat(claimed.id().asInt32().getValue()).isEqualTo(1);
    assertThat(List.of(account("A"), account("B"))).containsExactly("900 []", "1100 []");
  }

  @Test
  void itConnectsByAUri() {
    String name = FRESH.database().getName();
    String uri = Servers.inProcessUri().replace("/twophase", "/" + name);
    try (StoredDocuments documents = StoredDocuments.open(uri)) {
      documents.tutorial().openAccount("C", 7);
      assertThat(documents.of("accounts"))
          .contains(
              new Document("_id", "C")
                  .append("balance", 7L)
                  .append("pendingTransactions", List.of()));
    }
  }
}

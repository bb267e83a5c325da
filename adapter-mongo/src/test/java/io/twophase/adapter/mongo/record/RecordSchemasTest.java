package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.record.Removals.ReceiptCodec;
import io.twophase.adapter.mongo.setup.JsonSchema;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema lets through what the codecs write, and not what the codecs cannot read. */
class RecordSchemasTest {

  private static final RecordCodec RECORDS = new RecordCodec(USD);

  private static final NewTransaction ANY =
      BodyWords.body(
          "t1 A-1 & B+1 & insert #1 {a:1} & change #2 a==1 a=2 & remove #3 a==1 & check #4"
              + " & absent #5 & add #6 n 1");

  private static boolean isRecord(BsonDocument document) {
    return JsonSchema.accepts(Schemas.transactions(), document);
  }

  private static BsonDocument in(State state, NewTransaction body) {
    NewTransaction asked =
        state == State.AUTHORIZED
            ? body.authorizedUnder(new AuthorizationTerms(Duration.ofDays(7)))
            : body;
    return RecordCodec.encode(
        StoredRecords.in(state, StoredRecords.alone(asked), Verdict.ALL_APPLIED));
  }

  private static final Receipt APPLIED =
      new Receipt(
          transactionId("t1"),
          BodyDigest.of(transfer("t1", "A", "B", usd("1"))),
          Optional.of(transactionId("t0")),
          epoch(1),
          Optional.empty(),
          Optional.of(5L),
          Optional.empty(),
          Instant.EPOCH);
  private static final Receipt CANCELED =
      new Receipt(
          APPLIED.id(),
          APPLIED.digest(),
          Optional.empty(),
          epoch(0),
          Optional.of(ON_REQUEST),
          Optional.empty(),
          Optional.of(new Attempt(transactionId("f"), 2, Optional.of(new Value.Int64(7)))),
          Instant.EPOCH);

  private static BsonDocument member() {
    NewRecord several = StoredRecords.several("batch:1", ANY);
    List<BsonDocument> members = new ArrayList<>();
    MemberCodec.encode(
        several.membersApart(),
        RecordCodec.encode(several.stored(NOW)),
        members,
        new ArrayList<>());
    return members.get(0).append("createdAt", new BsonDateTime(0));
  }

  private static BsonDocument sound(String kind) {
    NewTransaction plain = transfer("t1", "A", "B", usd("5"));
    return switch (kind) {
      case "pending" -> in(State.PENDING, plain);
      case "authorized" -> in(State.AUTHORIZED, plain);
      case "any" -> in(State.PENDING, ANY);
      case "member" -> member();
      case "most" ->
          JsonSchema.changed(
              in(
                  State.APPLIED,
                  NewTransaction.transfer(
                          plain.id(), accountId("A"), accountId("B"), usd("5"), true)
                      .get()),
              "{moved: [{$numberLong: '1'}, {$numberLong: '1'}]}");
      case "applied" -> ReceiptCodec.encode(APPLIED);
      default -> ReceiptCodec.encode(CANCELED);
    };
  }

  /** If the row does not say that the record is readable, then the codec refuses it, too. */
  @ParameterizedTest
  @CsvFileSource(resources = "/odd/schema-records.txt", delimiter = '|', quoteCharacter = '`')
  void anOddOneIsRefused(String kinds, String change, boolean isReadable) {
    for (String kind : kinds.split(" ", -1)) {
      assertThat(isRecord(sound(kind))).isTrue();
      BsonDocument odd = JsonSchema.changed(sound(kind), change);
      assertThat(isRecord(odd)).isFalse();
      boolean isReceipt = sound(kind).containsKey("digest");
      assertThat(
              isReadable
                  || (isReceipt ? ReceiptCodec.decode(odd).isLeft() : RECORDS.decode(odd).isLeft()))
          .isTrue();
    }
  }

  @Test
  void receiptsAreReadBackAndOddOnesAreTold() {
    for (Receipt receipt : List.of(APPLIED, CANCELED)) {
      assertThat(ReceiptCodec.decode(ReceiptCodec.encode(receipt)))
          .isEqualTo(Either.right(receipt));
    }
    BsonDocument odd = sound("applied").append("digest", new BsonBinary(new byte[3]));
    assertThat(ReceiptCodec.decode(odd)).isEqualTo(Either.left("digest has 3 bytes, not 32"));
    BsonDocument newer = sound("applied").append("v", new BsonInt32(2));
    assertThat(ReceiptCodec.decode(newer).isLeft()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{_id: 1, source: 'A', destination: 'B', value: 100, state: 'initial'}",
        "{_id: 't1', v: 2, state: 'a state to come'}"
      })
  void recordsOfTheTutorialAndOfANewerVersionAreLetThrough(String document) {
    assertThat(isRecord(BsonDocument.parse(document))).isTrue();
  }
}

package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.array;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.in;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.pull;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.setup.JsonSchema;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Records of transactions on documents and in several currencies. */
class AnyRecordTest {

  private static final RecordCodec CODEC = new RecordCodec(USD);

  private static NewTransaction body(List<? extends Operation> operations) {
    return accepted(NewTransaction.of(transactionId("t1"), operations, Optional.empty()));
  }

  private static BsonDocument encoded(Operation... operations) {
    return encoded(body(List.of(operations)));
  }

  private static BsonDocument encoded(NewTransaction body) {
    return RecordCodec.encode(StoredRecords.alone(body).stored(NOW));
  }

  @Test
  void aPaidOrderIsReadableInAShell() {
    List<Operation> operations =
        new ArrayList<>(
            BodyWords.operations(
                """
                customer-12 & shop+12 & change #7 status=="UnPaid" by.kind:in["card",5L] total:exists \
                paidAt:missing total>=1 total<=20.5 status="Paid" reservedFor:unset changes+=1 \
                log<<{what:"paid"} open>>"payment" & remove #cart of=="customer" & check #rules & \
                absent #blocked & add stock#book left -1\
                """));
    CollectionName shipments =
        CollectionName.of("shipments").inDatabase("store").onCluster("north");
    operations.add(
        3,
        insert(shipments.document(value("s7")), fields("order", 7, "to", fields("city", "Ulm"))));
    BsonDocument document = encoded(body(operations));

    assertThat(document.getArray("operations"))
        .isEqualTo(
            BsonDocument.parse(
                    """
                    {is: [
                      {account: "customer", debit: {$numberLong: "1200"}, currency: "USD"},
                      {account: "shop", credit: {$numberLong: "1200"}, currency: "USD"},
                      {change: {collection: "orders", _id: 7},
                       where: [{field: "status", is: "UnPaid"},
                               {field: "by.kind", in: ["card", {$numberLong: "5"}]},
                               {field: "total", exists: true},
                               {field: "paidAt", exists: false},
                               {field: "total", atLeast: 1},
                               {field: "total", atMost: 20.5}],
                       changes: [{field: "status", set: "Paid"},
                                 {field: "reservedFor", unset: true},
                                 {field: "changes", inc: 1},
                                 {field: "log", push: {what: "paid"}},
                                 {field: "open", pull: "payment"}]},
                      {insert: {cluster: "north", database: "store", collection: "shipments", _id: "s7"},
                       document: {order: 7, to: {city: "Ulm"}}},
                      {remove: {collection: "orders", _id: "cart"},
                       where: [{field: "of", is: "customer"}]},
                      {check: {collection: "orders", _id: "rules"}, where: []},
                      {absent: {collection: "orders", _id: "blocked"}},
                      {add: {collection: "stock", _id: "book"}, field: "left",
                       amount: {$numberLong: "-1"}, floor: {$numberLong: "0"},
                       ceiling: {$numberLong: "100"}}]}
                    """)
                .getArray("is"));
    assertThat(document.getInt32("v").getValue()).isEqualTo(1);
    assertThat(document).doesNotContainKeys("source", "destination", "value", "currency");
    assertReadBack(document, accepted(CODEC.decode(document)).only().orElseThrow());
  }

  private static void assertReadBack(BsonDocument document, NewTransaction body) {
    assertThat(accepted(CODEC.decode(document)).only().orElseThrow()).isEqualTo(body);
    assertThat(RecordCodec.encode(accepted(CODEC.decode(document)))).isEqualTo(document);
    assertThat(JsonSchema.accepts(Schemas.transactions(), document)).isTrue();
  }

  private static void assertReadBack(Operation... operations) {
    NewTransaction body = body(List.of(operations));
    assertReadBack(encoded(body), body);
  }

  @Test
  void anIdIsOfAnyTypeAndStaysOfItsType() {
    for (String written :
        "5 5L 5.0 null true {b:1,a:{}} objectId(507f1f77bcf86cd799439011)".split(" ", -1)) {
      Value id = DocumentWords.value(written);
      BsonDocument document = encoded(absent(order(id)));

      BsonValue stored =
          document.getArray("operations").get(0).asDocument().getDocument("absent").get("_id");
      assertThat(Values.decode(stored)).isEqualTo(id);
      assertReadBack(absent(order(id)));
    }
  }

  @Test
  void namesThatNoStoredDocumentMayHaveAreKeptAsBytes() {
    Value odd = value(fields("$gt", 1, "a.b", array(fields("c", "$d"))));
    BsonDocument document = encoded(remove(order(1), is("a", odd)));

    BsonDocument guard =
        document.getArray("operations").get(0).asDocument().getArray("where").get(0).asDocument();
    assertThat(guard.get("is")).isInstanceOf(BsonBinary.class);
    assertThat(guard.getBoolean("bson").getValue()).isTrue();
    assertReadBack(remove(order(1), is("a", odd), in("b", odd, 1), is("c", "bson")));
    assertReadBack(
        new ChangeDocument(order(1), List.of(), Changes.of(pull("a", odd), set("b", "x"))));
  }

  /** However it came there: a pass reports the record, and goes on. */
  @Test
  void aStoredValueThatIsNestedTooDeepIsUnreadable() {
    for (int depth : new int[] {300, 100_000}) {
      // bytes of documents in each other, from the innermost
      byte[] bytes = {5, 0, 0, 0, 0};
      ByteBuffer all = ByteBuffer.allocate(8 * depth + 20).order(ByteOrder.LITTLE_ENDIAN);
      for (int level = depth; level > 0; level--) {
        all.putInt(8 * level + bytes.length).put((byte) 3).put((byte) 'a').put((byte) 0);
      }
      all.put(bytes).put(new byte[depth]);
      BsonDocument document = encoded(remove(order(1), is("a", "x")));
      document
          .getArray("operations")
          .get(0)
          .asDocument()
          .getArray("where")
          .get(0)
          .asDocument()
          .append("bson", BsonBoolean.TRUE)
          .append("is", new BsonBinary(around(Arrays.copyOf(all.array(), all.position()))));

      assertThat(refused(CODEC.decode(document))).contains("operations[0]");
    }
  }

  private static byte[] around(byte[] value) {
    byte[] name = {3, 'v', 'a', 'l', 'u', 'e', 0};
    return ByteBuffer.allocate(4 + name.length + value.length + 1)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(4 + name.length + value.length + 1)
        .put(name)
        .put(value)
        .put((byte) 0)
        .array();
  }

  @Test
  void whatIsNestedAsDeepAsADocumentMayBeIsKeptAsBytes() {
    Value deep = value("x");
    for (int depth = 1; depth < FieldPath.MAX_NAMES; depth++) {
      deep = depth % 2 == 0 ? array(deep) : value(fields("d", deep));
    }

    assertThat(depth(encoded(insert(order(1), fields("d", deep))))).isLessThan(10);
    assertReadBack(insert(order(1), fields("d", deep)));
  }

  private static int depth(BsonValue value) {
    int deepest = 0;
    for (BsonValue inner :
        value.isDocument()
            ? value.asDocument().values()
            : value.isArray() ? value.asArray().getValues() : List.<BsonValue>of()) {
      deepest = Math.max(deepest, 1 + depth(inner));
    }
    return deepest;
  }

  @Test
  void additionsKeepTheirBounds() {
    assertReadBack(
        new AddToField(order(1), "n", Long.MIN_VALUE + 1, Long.MIN_VALUE, -1),
        new AddToField(order(2), "n", 1));
  }

  @Test
  void anyOperationsAreReadBackAndTakeNoMoreThanTheirEstimate() {
    Random random = Seed.random("AnyRecordTest");
    for (int round = 0; round < 300; round++) {
      NewTransaction body = randomBody(random);
      BsonDocument document = encoded(body);

      assertReadBack(through(document), body);
      assertThat(bytesOfOperations(body))
          .isLessThan(body.operations().stream().mapToLong(Operation::bytes).sum());
    }
  }

  @Test
  void theLongestNamesTakeNoMoreThanTheirEstimate() {
    String longest = "\u20ac".repeat(255);
    CollectionName collection = CollectionName.of("c").inDatabase("d").onCluster(longest);
    NewTransaction body =
        body(
            List.of(
                debit(longest, usd("1")),
                credit("B", usd("1")),
                add(collection.document(value("x")), longest, 1),
                check(collection.document(value("y")), exists(longest))));

    assertThat(bytesOfOperations(body))
        .isLessThan(body.operations().stream().mapToLong(Operation::bytes).sum());
  }

  private static long bytesOfOperations(NewTransaction body) {
    BsonDocument operations = new BsonDocument("o", encoded(body).getArray("operations"));
    return bytes(operations).length;
  }

  private static NewTransaction randomBody(Random random) {
    RandomDocuments documents = new RandomDocuments(random);
    List<Operation> operations = new ArrayList<>();
    for (int at = 0; at <= random.nextInt(6); at++) {
      DocumentRef document = CollectionName.of("c" + at).document(RandomDocuments.SCALARS.get(at));
      operations.add(documents.operation(document));
    }
    return body(operations);
  }

  private static BsonDocument through(BsonDocument document) {
    return new RawBsonDocument(bytes(document)).decode(new BsonDocumentCodec());
  }

  private static byte[] bytes(BsonDocument document) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(new BsonBinaryWriter(buffer), document, EncoderContext.builder().build());
    return buffer.toByteArray();
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/odd/operations.txt", delimiter = '|', quoteCharacter = '`')
  void anOddOperationIsNamed(String operation, String fault) {
    BsonDocument document = encoded(absent(order(1)));
    document.putAll(BsonDocument.parse("{operations: [" + operation + "]}"));

    assertThat(refused(CODEC.decode(document))).isEqualTo(fault);
  }
}

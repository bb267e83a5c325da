package io.twophase.spring;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.value.Value;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.annotation.Id;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.mapping.Field;

class TwoPhaseDataAutoConfigurationTest {

  private static final CollectionName PARCELS = CollectionName.of("parcels");

  /** As Spring Data sees it: its id and a field have other names, and its size is one text. */
  record Parcel(
      @Id String number,
      @Field("to") String receiver,
      LocalDate sent,
      Size size,
      List<Item> items) {}

  record Item(String name, int pieces) {}

  record Size(int width, int height) {}

  @WritingConverter
  private static final class SizeToText implements Converter<Size, String> {
    @Override
    public String convert(Size size) {
      return size.width() + "x" + size.height();
    }
  }

  @ReadingConverter
  private static final class TextToSize implements Converter<String, Size> {
    @Override
    public Size convert(String text) {
      String[] parts = text.split("x", 2);
      return new Size(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }
  }

  private static final Parcel PARCEL =
      new Parcel(
          "p-1", "Ann", LocalDate.of(2026, 11, 23), new Size(2, 3), List.of(new Item("tea", 4)));

  private static ApplicationContextRunner host() {
    return Contexts.set()
        .withConfiguration(
            AutoConfigurations.of(
                DataMongoAutoConfiguration.class, TwoPhaseDataAutoConfiguration.class))
        .withBean(
            MongoCustomConversions.class,
            () -> new MongoCustomConversions(List.of(new SizeToText(), new TextToSize())));
  }

  @Test
  void documentsAreWrittenAsSpringDataReadsThem() {
    host()
        .run(
            context -> {
              DocumentMapper mapper = context.getBean(DocumentMapper.class);
              TwoPhase twophase = context.getBean(TwoPhase.class);
              twophase
                  .run(
                      transaction("t")
                          .insert(mapper.ref(PARCELS, PARCEL), mapper.fields(PARCEL))
                          .insert(
                              document("sizes", "s"),
                              mapper.fields(new Document("size", "as the driver has it"))))
                  .orElseThrow();

              MongoTemplate template = context.getBean(MongoTemplate.class);
              assertThat(template.findById("p-1", Parcel.class, "parcels")).isEqualTo(PARCEL);
              assertThat(template.findById("p-1", Document.class, "parcels"))
                  .containsEntry("to", "Ann")
                  .containsEntry("size", "2x3")
                  .containsEntry("_class", Parcel.class.getName());
              assertThat(mapper.value(new Size(2, 3))).isEqualTo(Value.of("2x3"));
              assertThat(
                      mapper.entity(
                          mapper.ref(PARCELS, PARCEL), mapper.fields(PARCEL), Parcel.class))
                  .isEqualTo(PARCEL);
            });
  }

  /** Spring's transactions need a replica set, which the embedded server is not. */
  @Test
  void nothingIsWrittenInsideATransactionOfSpringData() {
    AtomicBoolean isInside = new AtomicBoolean(true);
    MongoClient client = MongoClients.create(Contexts.uri());
    Contexts.unset()
        .withConfiguration(AutoConfigurations.of(TwoPhaseDataAutoConfiguration.class))
        .withBean(MongoClient.class, () -> client)
        .withBean(
            MongoDatabaseFactory.class,
            () ->
                new SimpleMongoClientDatabaseFactory(client, "spring") {
                  @Override
                  public boolean isTransactionActive() {
                    return isInside.get();
                  }
                })
        .withPropertyValues("twophase.database=spring")
        .run(
            context -> {
              TwoPhase twophase = context.getBean(TwoPhase.class);

              assertThatThrownBy(() -> twophase.accounts().open(account("A"), money("1.00", "USD")))
                  .isInstanceOf(InsideTransactionException.class)
                  .hasMessageStartingWith(
                      "Twophase is called inside an open transaction of a"
                          + " MongoTransactionManager.");
              AtomicBoolean hasRun = new AtomicBoolean();
              TwoPhaseTemplate template = context.getBean(TwoPhaseTemplate.class);
              assertThatThrownBy(() -> template.execute("f", tx -> hasRun.getAndSet(true)))
                  .isInstanceOf(InsideTransactionException.class);
              assertThat(hasRun).isFalse();
              assertThat(twophase.accounts().find(account("A")))
                  .as("who reads may read")
                  .isInstanceOf(AccountLookup.Absent.class);

              isInside.set(false);
              twophase.accounts().open(account("A"), money("1.00", "USD"));
              assertThat(twophase.accounts().find(account("A")))
                  .isInstanceOf(AccountLookup.Found.class);
            });
  }
}

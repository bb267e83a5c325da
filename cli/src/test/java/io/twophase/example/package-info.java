/** What a host application writes. Compiled and run by the tests. */
package io.twophase.example;
